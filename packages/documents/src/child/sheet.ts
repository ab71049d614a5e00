export type SheetRow = { row: number; cells: string[] }

/** Cells that are merged into one; rows count from 1, columns from 0. */
export type Merge = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number }

/** One sheet of a workbook. */
export type Sheet = {
  name: string
  merges: readonly Merge[]
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
}
