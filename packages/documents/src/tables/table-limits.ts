/** Limits of a process that holds tables. */
export type TableLimits = {
  /** For DuckDB's data; and of the whole process, polled. */
  memoryMegabytes: number
  memoryBytes: number
  memoryEveryMs: number
  heapMegabytes: number
  threads: number
  /** For one file; and for one query. */
  loadMs: number
  queryMs: number
  /** Rows of a result that are kept; the rest are counted. */
  maxRows: number
}

const megabyte = 1024 * 1024

export const usualTableLimits: TableLimits = {
  memoryMegabytes: 600,
  memoryBytes: 1000 * megabyte,
  memoryEveryMs: 40,
  heapMegabytes: 384,
  threads: 2,
  loadMs: 90_000,
  queryMs: 20_000,
  maxRows: 200,
}

/** How long a process that should have answered may still take, before it counts as hung. */
export const graceMs = 3_000
