import { stemsInOrder } from '../index/words-of-passage.ts'

/** About a sentence, in words. */
const windowWords = 12

/**
 * Returns how keywords co-occur in a text: the highest sum of distinct ones within twelve words, and the sum of pairs adjacent in
 * the order of `values`. `values` has each keyword's weight.
 */
export function keywordsTogether(
  text: string,
  values: ReadonlyMap<string, number>,
): { inWindow: number; sideBySide: number } {
  const order = [...values.keys()]
  const hits = stemsInOrder(text).flatMap((stem, position) => (values.has(stem) ? [{ stem, position }] : []))
  const valueOf = (stem: string) => values.get(stem) ?? 0
  const next = new Map(order.map((stem, index) => [stem, order[index + 1]]))
  const pairs = new Map<string, number>()
  const within = new Map<string, number>()
  let [first, sum, inWindow] = [0, 0, 0]
  for (const [index, { stem, position }] of hits.entries()) {
    for (; position - (hits[first]?.position ?? 0) >= windowWords; first += 1) {
      const left = hits[first]?.stem ?? ''
      const count = (within.get(left) ?? 0) - 1
      within.set(left, count)
      if (count === 0) sum -= valueOf(left)
    }
    const count = (within.get(stem) ?? 0) + 1
    within.set(stem, count)
    if (count === 1) sum += valueOf(stem)
    inWindow = Math.max(inWindow, sum)
    const before = hits[index - 1]
    if (before && before.position === position - 1 && next.get(before.stem) === stem)
      pairs.set(before.stem, valueOf(before.stem) + valueOf(stem))
  }
  return { inWindow, sideBySide: [...pairs.values()].reduce((all, value) => all + value, 0) }
}
