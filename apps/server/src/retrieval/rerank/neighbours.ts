import { weightOf } from '../search/bm25.ts'

/** The weight of two adjacent words beside the words themselves. */
const share = 0.4
/** Chinese words are overlapping character pairs, which contain their neighbors already. */
const isPair = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Two adjacent words of a query, and their weight when adjacent in a passage. */
export type Neighbours = ReadonlyMap<string, number>

const together = (one: string, other: string) => `${one} ${other}`

/** The adjacent pairs of a query, whose stems are given in order; `rarities` has those that occur in any passage. */
export function neighboursIn(stems: readonly string[], rarities: ReadonlyMap<string, number>): Neighbours {
  const pairs = new Map<string, number>()
  for (const [index, other] of stems.entries()) {
    const one = stems[index - 1]
    const [ofOne, ofOther] = [rarities.get(one ?? ''), rarities.get(other)]
    if (one === undefined || ofOne === undefined || ofOther === undefined) continue
    if (!isPair.test(one) && !isPair.test(other)) pairs.set(together(one, other), share * (ofOne + ofOther))
  }
  return pairs
}

/** A passage's bonus for words adjacent as in the query. */
export function scoreOfNeighbours(
  stems: readonly string[],
  neighbours: Neighbours,
  meanWords: number,
): number {
  if (neighbours.size === 0) return 0
  const counts = new Map<string, number>()
  let before = ''
  for (const stem of stems) {
    const pair = together(before, stem)
    if (neighbours.has(pair)) counts.set(pair, (counts.get(pair) ?? 0) + 1)
    before = stem
  }
  return [...counts].reduce(
    (sum, [pair, times]) => sum + (neighbours.get(pair) ?? 0) * weightOf(times, stems.length, meanWords),
    0,
  )
}
