/** Where a table begins among its first rows. */
export type FoundHeader = {
  /** The names of the columns, as written; empty where there are none. */
  names: string[]
  /** Index of the first row of data. */
  firstRow: number
}

/** Rows read to find the header. */
export const headerSampleRows = 60

/**
 * Finds the header: the first row of texts that is about as wide as the table; titles and notes above it are skipped. A second row of
 * texts below merged headings belongs to it. Without a header every row is data.
 */
export function findHeader(rows: readonly (readonly string[])[]): FoundHeader {
  const width = widthOf(rows)
  const start = rows.findIndex((row) => isWide(row, width))
  const first = rows[start]
  if (!first) return { names: [], firstRow: 0 }
  if (!isHeader(first, rows.slice(start + 1))) return { names: [], firstRow: start }
  const second = rows[start + 1]
  if (second && hasRepeats(first) && second.every(isWord) && !hasRepeats(second) && rows[start + 2])
    return { names: joined(first, second), firstRow: start + 2 }
  return { names: first.map((name) => name.trim()), firstRow: start + 1 }
}

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '')

/** The number of cells that most rows have. */
function widthOf(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const count = filled(row).length
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return [...counts].toSorted(([one, often], [other, less]) => less - often || other - one)[0]?.[0] ?? 0
}

/** A title merged over the columns has one text in all of them. */
const isWide = (row: readonly string[], width: number): boolean => {
  const cells = filled(row)
  return cells.length > 0 && cells.length >= width * 0.6 && (width < 2 || new Set(cells).size > 1)
}

const isValue = (cell: string): boolean =>
  /^[-+($€£¥]*\d[\d.,:/'’\s\u00a0\u202f-]*[%€)]?$|^\d{4}-\d{2}-\d{2}/.test(cell.trim())
const isYear = (cell: string): boolean => /^(19|20)\d{2}$/.test(cell.trim())
const isWord = (cell: string): boolean => cell.trim() === '' || !isValue(cell) || isYear(cell)
const hasRepeats = (row: readonly string[]): boolean => new Set(filled(row)).size < filled(row).length

/** Whether the row names columns: words above values, or words that no row below repeats. */
function isHeader(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (!row.every(isWord) || row.every((cell) => cell.trim() === '' || isYear(cell))) return false
  if (below.length === 0) return true
  const isAboveValues = row.some(
    (cell, column) => !isValue(cell) && below.some((other) => isValue(other[column] ?? '')),
  )
  const isRepeated = row.some(
    (cell, column) => cell.trim() !== '' && below.some((other) => other[column]?.trim() === cell.trim()),
  )
  return isAboveValues || (!isRepeated && !hasRepeats(row))
}

const joined = (first: readonly string[], second: readonly string[]): string[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, column) => {
    const [over = '', name = ''] = [first[column]?.trim(), second[column]?.trim()]
    return over === name ? over : `${over} ${name}`.trim()
  })
