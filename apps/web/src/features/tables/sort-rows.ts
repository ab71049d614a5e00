import type { TableCell } from '@atrium/contract'

export type Sorting = { column: number; order: 'asc' | 'desc' }

/** The rows by the values of a column: numbers by size, texts as the reader's language sorts them, missing values last. */
export function sortRows(
  rows: readonly TableCell[][],
  sorting: Sorting | null,
  language: string,
): readonly TableCell[][] {
  if (sorting === null) return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = sorting.order === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a = null, b = null] = [one[sorting.column], other[sorting.column]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * compare(String(a), String(b))
  })
}
