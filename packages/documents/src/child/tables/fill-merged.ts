import type { Merge, Sheet, SheetRow } from '../sheet.ts'

/** Yields the rows of a sheet, with the value of merged cells in each of these cells. */
export async function* fillMerged({
  rows,
  merges,
}: Pick<Sheet, 'rows' | 'merges'>): AsyncGenerator<SheetRow> {
  const waiting = merges.toSorted((one, other) => other.firstRow - one.firstRow)
  let open: { merge: Merge; value: string }[] = []
  for await (const { row, cells } of rows) {
    while ((waiting.at(-1)?.firstRow ?? Infinity) <= row) {
      const merge = waiting.pop()
      if (merge) open.push({ merge, value: merge.firstRow === row ? (cells[merge.firstColumn] ?? '') : '' })
    }
    open = open.filter(({ merge }) => merge.lastRow >= row)
    const filled = [...cells]
    for (const { merge, value } of open)
      for (let column = merge.firstColumn; column <= merge.lastColumn; column += 1) {
        while (filled.length <= column) filled.push('')
        filled[column] ||= value
      }
    yield { row, cells: filled }
  }
}
