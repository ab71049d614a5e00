import type { ReadEvent } from '../../block.ts'
import { openPackage } from '../open-package.ts'
import { relationsOf, mainPart } from '../relations.ts'
import { sheetHeading } from '../sheet-heading.ts'
import { readXml } from '../xml.ts'
import { readCellFormats } from './cell-formats.ts'
import { rowHandlers } from './row-handlers.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readWorkbook } from './workbook.ts'

/** Reads a workbook (ECMA-376-1, 18), sheet by sheet and row by row, with displayed values. Opens no external references. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const archive = await openPackage(bytes)
  const main = await mainPart(archive, 'xl/workbook.xml')
  const relations = [...(await relationsOf(archive, main)).entries()]
  const partOf = (wanted: string) =>
    relations.find(([, { kind, target }]) => kind === wanted && archive.has(target))?.[1].target
  const { sheets, is1904 } = await readWorkbook(archive, main)
  const strings = await readSharedStrings(archive, partOf('sharedStrings'))
  const formats = await readCellFormats(archive, partOf('styles'))

  yield { type: 'parts', total: sheets.length }
  for (const [index, { name, relation }] of sheets.entries()) {
    const part = relations.find(([id]) => id === relation)?.[1].target
    yield sheetHeading(name)
    if (part !== undefined && archive.has(part))
      yield* readXml<ReadEvent>(archive.read(part), (make) =>
        rowHandlers(make, { sheet: name, strings, formats, is1904 }),
      )
    yield { type: 'part', done: index + 1 }
  }
}
