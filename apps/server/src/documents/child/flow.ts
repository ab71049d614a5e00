import type { Block, ReadEvent } from '../block.ts'
import { rowText } from './row-text.ts'

type Paragraph = { text: string; level?: number; isListed: boolean }
type Table = { rows: number; cells: string[]; cell: string[] }

/** The running text of a word processor's document, as its XML opens and closes paragraphs, tables and notes. */
export type Flow = {
  openParagraph(level?: number): void
  /** What is only learnt inside: of which level the heading is that it turns out to be, or that it is in a list. */
  describe(as: { level?: number; isListed?: boolean }): void
  say(text: string): void
  closeParagraph(): void
  openTable(): void
  closeTable(): void
  closeRow(): void
  closeCell(): void
  /** Between these, paragraphs are those of a note: they come behind the paragraph or the table in which it is. */
  openNote(): void
  closeNote(): void
  /** A note whose text is known. */
  note(text: string): void
}

/** Paragraphs inside of others (text boxes) come first; the tables of a cell are part of its text. */
export function createFlow(make: (event: ReadEvent) => void): Flow {
  const paragraphs: Paragraph[] = []
  const tables: Table[] = []
  let notes: string[] = []
  let notesOpen = 0

  const tell = (block: Omit<Block, 'place'>) => make({ type: 'block', block: { ...block, place: {} } })
  function tellNotes(): void {
    if (paragraphs.length > 0 || tables.length > 0) return
    for (const text of notes) tell({ kind: 'paragraph', text })
    notes = []
  }
  function place({ text, level, isListed }: Paragraph): void {
    const table = tables.at(-1)
    if (text.trim() === '') return
    if (notesOpen > 0) notes.push(text)
    else if (table) table.cell.push(text.trim())
    else if (level !== undefined) tell({ kind: 'heading', level, text })
    else tell({ kind: 'paragraph', text: isListed ? `• ${text.trim()}` : text })
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
      tellNotes()
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
      // A table of one column is a frame around what it says.
      else if (cells.length === 1) tell({ kind: 'paragraph', text })
      else tell({ kind: 'row', text, ...(table.rows === 1 && { isHeader: true }) })
    },
    closeTable() {
      tables.pop()
      tellNotes()
    },
    openNote: () => void (notesOpen += 1),
    closeNote: () => void (notesOpen -= 1),
    note: (text) => void notes.push(text),
  }
}
