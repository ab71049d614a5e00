import type { Postings } from './postings.ts'
import type { Piece } from './cut-passages.ts'

/** A passage as a row of its table. */
export type PassageRow = Piece & { position: number; words: number; tokens: number }

/** The totals of an indexed file. */
export type Written = { passages: number; words: number; tokens: number }

/**
 * A frame from the passages process, one per line. Rows are JSON that goes into the database as is: the relaying process never
 * parses them, so that a large file causes no garbage there.
 */
export type PassageFrame =
  | { kind: 'passages'; count: number; rows: JsonRows }
  | { kind: 'postings'; count: number; rows: JsonRows }
  | ({ kind: 'end'; summary: string } & Written)

/**
 * Rows as JSON, for a query parameter. Released once written: the database client's memory of its queries would keep their text
 * until the next full garbage collection.
 */
export class JsonRows {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Called by the database client when it sends the parameter. */
  toPostgres(): string {
    return this.#text
  }

  release(): void {
    this.#text = ''
  }
}

const frameOfRows = (kind: 'passages' | 'postings', count: number, rows: unknown): string =>
  `${kind} ${count} ${JSON.stringify(rows)}\n`

export const passagesFrame = (rows: readonly PassageRow[]): string =>
  frameOfRows('passages', rows.length, rows)

export const postingsFrame = (postings: Postings): string =>
  frameOfRows(
    'postings',
    postings.length,
    postings.map(({ stem, entries }) => ({ stem, entries: entries.toString('base64') })),
  )

export const endFrame = (end: Written & { summary: string }): string => `end 0 ${JSON.stringify(end)}\n`

/** Parses a line. Throws for an invalid one. */
export function readFrame(line: string): PassageFrame {
  const countAt = line.indexOf(' ') + 1
  const rowsAt = line.indexOf(' ', countAt) + 1
  const kind = line.slice(0, countAt - 1)
  const rows = line.slice(rowsAt)
  if (kind === 'end') return { kind, ...(JSON.parse(rows) as Written & { summary: string }) }
  if (kind !== 'passages' && kind !== 'postings')
    throw new Error('The passages process sent an invalid frame.')
  return { kind, count: Number(line.slice(countAt, rowsAt - 1)), rows: new JsonRows(rows) }
}
