import type { PassagePlace } from '@atrium/contract'

/** A piece of a document that stands for itself, in the order of reading. */
export type Block = {
  /** A row is one of a sheet or a table, as `cell | cell`. */
  kind: 'heading' | 'paragraph' | 'row'
  /** Of a heading: 1 is the outermost. */
  level?: number
  /** The row that says what the columns are: the first of its sheet or table. */
  isHeader?: true
  text: string
  place: PassagePlace
}

/** What is told while a document is read. Its parts are pages, slides or sheets; texts have none. */
export type ReadEvent =
  | { type: 'parts'; total: number | null }
  | { type: 'part'; done: number }
  | { type: 'block'; block: Block }
  /** A page that shows pictures and no text, and that nothing could read. */
  | { type: 'unread'; page: number }

/** A page of pictures with no more text than `blocks`, as PNG in base64; null when it cannot be drawn. */
export type PictureOfPage = { type: 'picture'; page: number; png: string | null; blocks: Block[] }

/** What the process that reads a document tells, to who reads pictures. */
export type ReaderEvent = ReadEvent | PictureOfPage
