import type { WordBlock } from './word-block.ts'

/** The position of a block in its file. Pages, slides and rows count from 1, the heading row included. */
export type Place = {
  page?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  row?: number | undefined
  /** The headings above it, outermost first. */
  headings?: string[] | undefined
}

/** A block of a document, in reading order. */
export type Block = {
  /** A row of a sheet or table, as `cell | cell`. */
  kind: 'heading' | 'paragraph' | 'row'
  /** Of a heading: 1 is the outermost. */
  level?: number
  /** The header row: the first of its sheet or table. */
  isHeader?: true
  text: string
  place: Place
}

/** An event of reading a document. Parts are pages, slides or sheets; texts have none. */
export type ReadEvent =
  | { type: 'parts'; total: number | null }
  | { type: 'part'; done: number }
  | { type: 'block'; block: Block }
  /** A page with pictures and no text that nothing could read. */
  | { type: 'unread'; page: number }

/** The type of a picture for its reader; PNG by default. */
export type PictureType = 'image/png' | 'image/gif' | 'image/webp'

/** A page of pictures with no text besides `blocks`, in base64; null when it can't be drawn. */
export type PictureOfPage = {
  type: 'picture'
  page: number
  png: string | null
  contentType?: PictureType
  blocks: Block[]
}

/** A block of a Word document that is read with its formatting. */
export type WordEvent = { type: 'word'; block: WordBlock }

/** An event from the process that reads a document, before pictures are read. */
export type ReaderEvent = ReadEvent | PictureOfPage
