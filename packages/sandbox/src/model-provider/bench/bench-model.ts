/** A model that streams known words at an exact rate: `bench-80x40@200` is 80 chunks, 40 a second, the first after 200 ms. */
export interface BenchModel {
  chunks: number
  perSecond: number
  firstTokenMs: number
}

const form = /^bench-(\d{1,6})x(\d{1,5})@(\d{1,6})$/

/** Null when the id is not one of a bench model. */
export function benchModel(id: string): BenchModel | null {
  const [, chunks, perSecond, firstTokenMs] = form.exec(id)?.map(Number) ?? []
  if (!chunks || !perSecond || firstTokenMs === undefined) return null
  return { chunks, perSecond, firstTokenMs }
}

/** The text of the chunk at a place, counted from 1: `word0001 `. */
export function benchWord(place: number): string {
  return `word${String(place).padStart(4, '0')} `
}

/** The whole text that a bench model answers. */
export function benchText({ chunks }: BenchModel): string {
  return Array.from({ length: chunks }, (_, at) => benchWord(at + 1)).join('')
}
