import type { Block, ReadEvent } from '../block.ts'
import { rowText } from './row-text.ts'

type Paragraph = { text: string; level?: number; isListed: boolean }
type Table = { rows: number; cells: string[]; cell: string[] }

/** The flow of a word processor's document: paragraphs, tables and notes, as its XML opens and closes them. */
export type Flow = {
  openParagraph(level?: number): void
  /** Information found inside a paragraph: its heading level, or that it is in a list. */
  describe(as: { level?: number; isListed?: boolean }): void
  say(text: string): void
  closeParagraph(): void
  openTable(): void
  closeTable(): void
  closeRow(): void
  closeCell(): void
  /** Paragraphs in between belong to a note: they follow its paragraph or table. */
  openNote(): void
  closeNote(): void
  /** A note with known text. */
  note(text: string): void
}

/** Nested paragraphs (text boxes) come first; tables within a cell are part of its text. */
export function createFlow(make: (event: ReadEvent) => void): Flow {
  const paragraphs: Paragraph[] = []
  const tables: Table[] = []
  let notes: string[] = []
  let notesOpen = 0

  const emitBlock = (block: Omit<Block, 'place'>) => make({ type: 'block', block: { ...block, place: {} } })
  function emitNotes(): void {
    if (paragraphs.length > 0 || tables.length > 0) return
    for (const text of notes) emitBlock({ kind: 'paragraph', text })
    notes = []
  }
  function place({ text, level, isListed }: Paragraph): void {
    const table = tables.at(-1)
    if (text.trim() === '') return
    if (notesOpen > 0) notes.push(text)
    else if (table) table.cell.push(text.trim())
    else if (level !== undefined) emitBlock({ kind: 'heading', level, text })
    else emitBlock({ kind: 'paragraph', text: isListed ? `• ${text.trim()}` : text })
  }
  return {
    openParagraph: (level) =>
      void paragraphs.push({ text: '', isListed: false, ...(level !== undefined && { level }) }),
    describe: (as) => void Object.assign(paragraphs.at(-1) ?? {}, as),
    say(text) {
      const paragraph = paragraphs.at(-1)
      if (paragraph) paragraph.text += text
    },
    closeParagraph() {
      const paragraph = paragraphs.pop()
      if (paragraph) place(paragraph)
      emitNotes()
    },
    openTable: () => void tables.push({ rows: 0, cells: [], cell: [] }),
    closeCell() {
      const table = tables.at(-1)
      if (!table) return
      table.cells.push(table.cell.join('\n'))
      table.cell = []
    },
    closeRow() {
      const table = tables.at(-1)
      if (!table) return
      const { cells } = table
      table.cells = []
      const outer = tables.at(-2)
      const text = cells.length === 1 ? (cells[0] ?? '') : rowText(cells)
      if (text === '') return
      table.rows += 1
      if (outer) outer.cell.push(text)
      // A table with one column is a frame around its text.
      else if (cells.length === 1) emitBlock({ kind: 'paragraph', text })
      else emitBlock({ kind: 'row', text, ...(table.rows === 1 && { isHeader: true }) })
    },
    closeTable() {
      tables.pop()
      emitNotes()
    },
    openNote: () => void (notesOpen += 1),
    closeNote: () => void (notesOpen -= 1),
    note: (text) => void notes.push(text),
  }
}
