import type { ReactNode } from 'react'

export type RowsProps<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The element that scrolls, of which the rows are one part; null until it is there. */ scroller: HTMLElement | null
  /** About how tall a row is, in pixels; the true height is measured. */ rowHeight: number
  labelledBy: string
  children: (row: Row) => ReactNode
}
