import { type CellObject, read, type WorkSheet } from '@e965/xlsx'
import type { ReadEvent } from '../block.ts'
import { DocumentFailure } from '../document-failure.ts'
import { numberText } from './number-text.ts'
import { isCompound } from './open-package.ts'
import { rowText } from './row-text.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import { sheetHeading } from './sheet-heading.ts'

/** Reads an Excel workbook from before 2007 (MS-XLS) or before 1995, sheet by sheet and row by row, with displayed values. */
export async function* readXls(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const book = openXls(bytes)
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false
  yield { type: 'parts', total: book.SheetNames.length }
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    yield sheetHeading(name)
    if (sheet) yield* rowsOf(sheet, name, is1904)
    yield { type: 'part', done: index + 1 }
  }
}

/** The sheets of a workbook with their rows as displayed texts. */
export function* xlsSheets(bytes: Buffer): Generator<Sheet> {
  const book = openXls(bytes)
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name]
    const merges = (sheet?.['!merges'] ?? []).map(({ s, e }) => ({
      firstRow: s.r + 1,
      lastRow: e.r + 1,
      firstColumn: s.c,
      lastColumn: e.c,
    }))
    yield { name, merges, rows: sheet ? cellsOf(sheet, is1904) : [] }
  }
}

function* cellsOf(sheet: WorkSheet, is1904: boolean): Generator<SheetRow> {
  for (const [index, cells] of (sheet['!data'] ?? []).entries())
    yield { row: index + 1, cells: Array.from(cells ?? [], (cell) => cellText(cell, is1904)) }
}

function openXls(bytes: Buffer): ReturnType<typeof read> {
  // The library accepts anything as a table, so it gets only workbooks.
  if (!isCompound(bytes) && bytes[0] !== 0x09) throw new DocumentFailure('DAMAGED', 'no workbook')
  try {
    return read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellNF: true })
  } catch (error) {
    throw new DocumentFailure(/password|encrypt/i.test(String(error)) ? 'PROTECTED' : 'DAMAGED', error)
  }
}

function* rowsOf(sheet: WorkSheet, name: string, is1904: boolean): Generator<ReadEvent> {
  let isHeader = true
  for (const { row, cells } of cellsOf(sheet, is1904)) {
    const text = rowText(cells)
    if (text === '') continue
    const place = { sheet: name, row }
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
