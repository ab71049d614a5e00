import { type CellObject, read, type WorkSheet } from '@e965/xlsx'
import type { ReadEvent } from '../block.ts'
import { DocumentFailure } from '../document-failure.ts'
import { numberText } from './number-text.ts'
import { isCompound } from './open-package.ts'
import { rowText } from './row-text.ts'
import { sheetHeading } from './sheet-heading.ts'

/** Reads an Excel workbook from before 2007 (MS-XLS) or before 1995, sheet by sheet and row by row, with displayed values. */
export async function* readXls(bytes: Buffer): AsyncGenerator<ReadEvent> {
  // The library accepts anything as a table, so it gets only workbooks.
  if (!isCompound(bytes) && bytes[0] !== 0x09) throw new DocumentFailure('DAMAGED', 'no workbook')
  const book = open(bytes)
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false
  yield { type: 'parts', total: book.SheetNames.length }
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    yield sheetHeading(name)
    if (sheet) yield* rowsOf(sheet, name, is1904)
    yield { type: 'part', done: index + 1 }
  }
}

function open(bytes: Buffer): ReturnType<typeof read> {
  try {
    return read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellNF: true })
  } catch (error) {
    throw new DocumentFailure(/password|encrypt/i.test(String(error)) ? 'PROTECTED' : 'DAMAGED', error)
  }
}

function* rowsOf(sheet: WorkSheet, name: string, is1904: boolean): Generator<ReadEvent> {
  let isHeader = true
  for (const [index, cells] of (sheet['!data'] ?? []).entries()) {
    const text = rowText(Array.from(cells ?? [], (cell) => cellText(cell, is1904)))
    if (text === '') continue
    const place = { sheet: name, row: index + 1 }
    yield { type: 'block', block: { kind: 'row', text, place, ...(isHeader && { isHeader }) } }
    isHeader = false
  }
}

function cellText(cell: CellObject | undefined, is1904: boolean): string {
  if (!cell || cell.v === undefined) return ''
  if (typeof cell.v === 'number' && cell.t === 'n') return numberText(cell.v, String(cell.z ?? ''), is1904)
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return cell.w ?? String(cell.v)
}
