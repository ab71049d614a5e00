import type { OpenedPassage } from '@atrium/contract'

type SheetRow = { key: string; number: number; cells: string[] }

const cellsOf = (line: string): string[] => line.split(' | ')

/** The column names: each passage of a sheet repeats them above its rows. */
export const headerOf = ({ text }: OpenedPassage): string[] => cellsOf(text.split('\n', 1)[0] ?? '')

/** The rows of a passage with their numbers in the sheet, starting at the passage's position; an empty line is an empty row. */
export function rowsOf({ text, place, position }: OpenedPassage): SheetRow[] {
  const first = Math.max(place.row ?? 1, 2)
  return text
    .split('\n')
    .flatMap((line, index) =>
      index === 0 || line === ''
        ? []
        : [{ key: `${position} ${index}`, number: first + index - 1, cells: cellsOf(line) }],
    )
}

/** Widths of columns in `ch`, from a sample of rows. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(1, ...rows.map((cells) => cells.length))
  return Array.from({ length: count }, (_, column) => {
    const lengths = rows.map((cells) => cells[column]?.length ?? 0).toSorted((one, other) => one - other)
    const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
    return Math.min(36, Math.max(9, (rows[0]?.[column]?.length ?? 0) + 3, usual + 3))
  })
}

/** The columns in which more than half of the nonempty cells are amounts. */
export function amountColumns(rows: readonly (readonly string[])[]): boolean[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length))
  return Array.from({ length: count }, (_, column) => {
    const said = rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '')
    return said.filter(isAmount).length * 2 > said.length
  })
}

/** Whether a cell is an amount, which is aligned to the end of its column. */
export const isAmount = (cell: string): boolean => /^[-−+(]?[\d.,’\s]*\d[\d.,’\s]*[%)]?$/u.test(cell)
