/** Normalized discounted cumulative gain of the first ten (linear gain, as trec_eval counts): from 0 to 1. */
export function ndcgAt10(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].toSorted((one, other) => other - one)
  return gainOf(found.map((id) => grades.get(id) ?? 0)) / gainOf(best)
}

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
