import type { Merge } from '../sheet.ts'
import { columnOf } from './row-handlers.ts'

const endOfRows = '</sheetData>'
/** More merged cells than anybody makes by hand; the rest stay as they are. */
const maxCharacters = 4 * 1024 * 1024

/** Returns the merged cells of a sheet (18.3.1.55). They follow its rows, so only the end is parsed. */
export async function readMerges(chunks: AsyncIterable<Buffer>): Promise<Merge[]> {
  let tail = ''
  let isBehindRows = false
  for await (const chunk of chunks) {
    tail += chunk.toString('latin1')
    const end = isBehindRows ? -1 : tail.indexOf(endOfRows)
    if (end >= 0) {
      isBehindRows = true
      tail = tail.slice(end)
    } else if (!isBehindRows) tail = tail.slice(-endOfRows.length)
    if (tail.length > maxCharacters) break
  }
  return [
    ...tail.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g),
  ].map(([, from = '', firstRow, to = '', lastRow]) => ({
    firstRow: Number(firstRow),
    lastRow: Number(lastRow),
    firstColumn: columnOf(from),
    lastColumn: columnOf(to),
  }))
}
