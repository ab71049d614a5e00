import type { WordBlock, WordParagraph, WordRun } from '../../word-block.ts'
import type { Attributes } from '../xml.ts'
import { isOn } from './word-styles.ts'

/** The tables of a document, as its XML opens and closes them. */
export type WordTables = {
  /** Puts a paragraph into the open cell, or into the document. */
  place(paragraph: WordParagraph): void
  /** Returns whether the element belongs to a table. */
  open(name: string, attributes: Attributes): boolean
  close(name: string): void
}

type Cell = { paragraphs: WordParagraph[]; columns: number; continues: boolean }
type Open = { hasHeader: boolean; rows: WordParagraph[][][]; row: WordParagraph[][]; cell: Cell }

/** Word's own limit. */
const maxColumns = 63
const emptyCell = (): Cell => ({ paragraphs: [], columns: 1, continues: false })

/** Tables within a cell become lines of its text; a table with one column and no header is a frame around its paragraphs. */
export function createWordTables(emit: (block: WordBlock) => void): WordTables {
  const tables: Open[] = []

  function place(paragraph: WordParagraph): void {
    const table = tables.at(-1)
    if (table) table.cell.paragraphs.push(paragraph)
    else emit(paragraph)
  }
  function closeCell({ row, cell }: Open): void {
    const columns = Math.min(cell.columns, maxColumns - row.length)
    if (columns > 0) row.push(cell.continues ? [] : cell.paragraphs)
    for (let column = 1; column < columns; column += 1) row.push([])
  }
  function closeTable(): void {
    const table = tables.pop()
    if (!table) return
    const { rows, hasHeader } = table
    const columns = Math.max(0, ...rows.map((row) => row.length))
    if (tables.length > 0) for (const row of rows) place(lineOf(row))
    else if (columns === 1 && !hasHeader) for (const paragraph of rows.flat(2)) place(paragraph)
    else if (columns > 0)
      emit({
        kind: 'table',
        hasHeader,
        rows: rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? [])),
      })
  }
  return {
    place,
    open(name, { val }) {
      const table = tables.at(-1)
      if (name === 'tbl') tables.push({ hasHeader: false, rows: [], row: [], cell: emptyCell() })
      else if (!table) return false
      else if (name === 'tr') table.row = []
      else if (name === 'tc') table.cell = emptyCell()
      else if (name === 'gridSpan') table.cell.columns = Number(val) || 1
      else if (name === 'vMerge') table.cell.continues = val !== 'restart'
      else if (name === 'tblHeader') table.hasHeader ||= table.rows.length === 0 && isOn(val)
      else return false
      return true
    },
    close(name) {
      const table = tables.at(-1)
      if (!table) return
      if (name === 'tc') closeCell(table)
      else if (name === 'tr' && table.row.length > 0) table.rows.push(table.row)
      else if (name === 'tbl') closeTable()
    },
  }
}

/** A row of a table within a cell, as `cell | cell`. */
function lineOf(row: WordParagraph[][]): WordParagraph {
  const runs = row.flatMap((cell, index): WordRun[] => [
    ...(index > 0 ? [{ text: ' | ' }] : []),
    ...cell.flatMap((paragraph, line) => [...(line > 0 ? [{ text: ' ' }] : []), ...paragraph.runs]),
  ])
  return { kind: 'paragraph', role: 'text', indent: 0, runs }
}
