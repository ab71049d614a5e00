import type { TableCell, TableColumn } from '@atrium/contract'

export type ChartKind = 'bar' | 'line' | 'scatter' | 'histogram'

/** A chart of a result: points in order, each with the label of its position on the first axis. */
export type Chart = {
  kind: ChartKind
  /** Names of the columns on the axes; null for the counts of a histogram. */
  x: string
  y: string | null
  points: { label: string; x: number; y: number }[]
}

/** Bars beyond these can't be told apart. */
const maxBars = 40
const minHistogramRows = 8

/** The charts that fit a result, the best first; none for a single row and without numbers. */
export function chartsFor(columns: readonly TableColumn[], rows: readonly TableCell[][]): Chart[] {
  if (rows.length < 2) return []
  const of = (kind: TableColumn['kind']) =>
    columns.flatMap((column, index) => (column.kind === kind ? [index] : []))
  const numbers = of('number')
  const [figure] = numbers
  const [date] = of('date')
  const [text] = [...of('text'), ...of('boolean')]
  if (figure === undefined) return []
  const named = date ?? text
  const charts: Chart[] = []
  if (named !== undefined) {
    const bar = pointsOf('bar', columns, rows, named, figure)
    const line = pointsOf('line', columns, rows, named, figure)
    charts.push(...(date === undefined ? [bar, line] : [line, bar]))
  }
  const [, second] = numbers
  if (second !== undefined) charts.push(scatter(columns, rows, figure, second))
  if (rows.length >= minHistogramRows)
    charts.push(histogram(columns, rows, second !== undefined && named === undefined ? second : figure))
  return charts.filter(({ points }) => points.length > 1)
}

function pointsOf(
  kind: 'bar' | 'line',
  columns: readonly TableColumn[],
  rows: readonly TableCell[][],
  named: number,
  figure: number,
): Chart {
  const points = rows.flatMap((row) => {
    const y = row[figure]
    return typeof y === 'number' ? [{ label: textOf(row[named] ?? null), x: 0, y }] : []
  })
  const ordered =
    kind === 'line' && columns[named]?.kind === 'date'
      ? points.toSorted((one, other) => (one.label < other.label ? -1 : 1))
      : points
  const kept = kind === 'bar' ? ordered.slice(0, maxBars) : ordered
  return {
    kind,
    x: columns[named]?.name ?? '',
    y: columns[figure]?.name ?? '',
    points: kept.map((point, index) => ({ ...point, x: index })),
  }
}

function scatter(
  columns: readonly TableColumn[],
  rows: readonly TableCell[][],
  one: number,
  other: number,
): Chart {
  return {
    kind: 'scatter',
    x: columns[one]?.name ?? '',
    y: columns[other]?.name ?? '',
    points: rows.flatMap((row) => {
      const [x, y] = [row[one], row[other]]
      return typeof x === 'number' && typeof y === 'number' ? [{ label: String(x), x, y }] : []
    }),
  }
}

/** Counts of values in classes of the same width (Sturges 1926). */
function histogram(columns: readonly TableColumn[], rows: readonly TableCell[][], column: number): Chart {
  const values = rows.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []))
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const classes = max > min ? Math.ceil(Math.log2(values.length)) + 1 : 1
  const width = (max - min) / classes || 1
  const counts = Array.from({ length: classes }, () => 0)
  for (const value of values) {
    const index = Math.min(classes - 1, Math.floor((value - min) / width))
    counts[index] = (counts[index] ?? 0) + 1
  }
  const rounded = (value: number) => String(Number(value.toPrecision(4)))
  return {
    kind: 'histogram',
    x: columns[column]?.name ?? '',
    y: null,
    points: counts.map((y, index) => ({
      label: `${rounded(min + index * width)} – ${rounded(min + (index + 1) * width)}`,
      x: index,
      y,
    })),
  }
}

/** A day without its time at midnight. */
const textOf = (cell: TableCell): string => String(cell ?? '').replace(/ 00:00:00$/, '')
