import type { ReactNode } from 'react'

export type RowsProps<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The scroll container of the rows; null until mounted. */ scroller: HTMLElement | null
  /** About how tall a row is, in pixels; the true height is measured. */ rowHeight: number
  labelledBy: string
  children: (row: Row) => ReactNode
}
