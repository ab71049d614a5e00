import type { ReadEvent } from '../block.ts'
import { decodeText } from './decode-text.ts'
import { rowText } from './row-text.ts'

/** Reads a CSV table row by row, numbered as people count: the header is row 1 (RFC 4180 and common variants). */
export async function* readCsv(bytes: Buffer): AsyncGenerator<ReadEvent> {
  let row = 0
  let isHeader = true
  for (const cells of csvRows(decodeText(bytes))) {
    row += 1
    const text = rowText(cells)
    if (text === '') continue
    yield {
      type: 'block',
      block: { kind: 'row', text, place: { row }, ...(isHeader && { isHeader }) },
    }
    isHeader = false
  }
}

const sampleCharacters = 64 * 1024

/** Parses rows into cells, by the given delimiter or the detected one; a quoted cell may contain delimiters, line ends and doubled quotes. */
export function* csvRows(texts: Iterable<string>, given?: string): Generator<string[]> {
  let delimiter = given
  let cells: string[] = []
  let cell = ''
  let state: 'open' | 'plain' | 'quoted' | 'quote' = 'open'
  let isReturn = false
  for (const text of texts) {
    delimiter ??= text === '' ? undefined : delimiterOf(text.slice(0, sampleCharacters))
    for (const character of text) {
      const isSecondOfLineEnd = isReturn && character === '\n'
      isReturn = false
      if (isSecondOfLineEnd) continue
      if (state === 'quoted') {
        if (character === '"') state = 'quote'
        else cell += character
      } else if (character === '"' && state !== 'plain') {
        if (state === 'quote') cell += character
        state = 'quoted'
      } else if (character === delimiter) {
        cells.push(cell)
        cell = ''
        state = 'open'
      } else if (character === '\n' || character === '\r') {
        yield [...cells, cell]
        cells = []
        cell = ''
        state = 'open'
        isReturn = character === '\r'
      } else {
        cell += character
        if (state !== 'open' || character !== ' ') state = 'plain'
      }
    }
  }
  if (cell !== '' || cells.length > 0) yield [...cells, cell]
}

/** Detects the delimiter: the one that splits the first rows into the same number of cells, and into most; a comma by default. */
export function delimiterOf(sample: string): string {
  const unquoted = sample.replace(/"(?:[^"]|"")*"?/g, '')
  const lines = unquoted
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scored = [',', ';', '\t', '|'].map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const usual = counts[0] ?? 0
    const agreeing = counts.filter((count) => count === usual).length / Math.max(1, counts.length)
    return { delimiter, score: usual === 0 ? 0 : agreeing * 100 + Math.min(usual, 50) }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}
