import type { ReadEvent } from '../../block.ts'
import { openPackage } from '../open-package.ts'
import { relationsOf, mainPart } from '../relations.ts'
import { rowText } from '../row-text.ts'
import type { Sheet, SheetRow } from '../sheet.ts'
import { sheetHeading } from '../sheet-heading.ts'
import { readXml } from '../xml.ts'
import { readCellFormats } from './cell-formats.ts'
import { rowHandlers } from './row-handlers.ts'
import { readMerges } from './read-merges.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readWorkbook } from './workbook.ts'

/** Reads a workbook, sheet by sheet and row by row, with displayed values; skips empty rows. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const { count, sheets } = await xlsxSheets(bytes)
  yield { type: 'parts', total: count }
  let done = 0
  for await (const { name, rows } of sheets) {
    yield sheetHeading(name)
    let isHeader = true
    for await (const { row, cells } of rows) {
      const text = rowText(cells)
      if (text === '') continue
      const place = { sheet: name, row }
      yield { type: 'block', block: { kind: 'row', text, place, ...(isHeader && { isHeader }) } }
      isHeader = false
    }
    yield { type: 'part', done: (done += 1) }
  }
}

/**
 * The sheets of a workbook (ECMA-376-1, 18) with their rows as displayed texts. Opens no external references. `withMerges` also looks
 * for merged cells, which the file lists after all rows.
 */
export async function xlsxSheets(
  bytes: Buffer,
  { withMerges = false } = {},
): Promise<{ count: number; sheets: AsyncIterable<Sheet> }> {
  const archive = await openPackage(bytes)
  const main = await mainPart(archive, 'xl/workbook.xml')
  const relations = [...(await relationsOf(archive, main)).entries()]
  const partOf = (wanted: string) =>
    relations.find(([, { kind, target }]) => kind === wanted && archive.has(target))?.[1].target
  const { sheets, is1904 } = await readWorkbook(archive, main)
  const strings = await readSharedStrings(archive, partOf('sharedStrings'))
  const formats = await readCellFormats(archive, partOf('styles'))

  async function* each(): AsyncGenerator<Sheet> {
    for (const { name, relation } of sheets) {
      const part = relations.find(([id]) => id === relation)?.[1].target
      if (part === undefined || !archive.has(part)) {
        yield { name, merges: [], rows: [] }
        continue
      }
      const merges = withMerges ? await readMerges(archive.read(part)) : []
      const rows = readXml<SheetRow>(archive.read(part), (make) =>
        rowHandlers(make, { strings, formats, is1904 }),
      )
      yield { name, merges, rows }
    }
  }
  return { count: sheets.length, sheets: each() }
}
