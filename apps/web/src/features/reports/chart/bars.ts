/** A bar of a chart: its name, value in credits, and number of requests. */
export type Bar = { key: string; name: string; shortName: string; credits: number; requests: number }

/** The next value of 1, 2 or 5 times a power of ten: a round end for an axis. Returns 1 for nothing. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(6))
}

/** Positions of at most `count` labels, evenly from the first bar on. */
export function labelled(bars: number, count: number): number[] {
  const step = Math.max(1, Math.ceil(bars / count))
  return Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step)
}
