/** A block to compare: `shape` is its type and attributes, `key` all of it. */
export type Comparable = { shape: string; key: string; text: string }

/** Indices of an old and a new block that belong together; null for one that has no counterpart. */
export type Pair = { before: number | null; after: number | null }

/** Share of common words from which two blocks are versions of one. */
const minSimilarity = 0.3

/**
 * Pairs the blocks of two versions of a passage, in order: equal ones, and those of one shape with many common words, by the pairing
 * with the highest total similarity; then, between these, as many as there are on both sides if their shapes agree.
 */
export function alignBlocks(before: readonly Comparable[], after: readonly Comparable[]): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  for (const [atBefore, atAfter] of [...bestPairs(before, after), [before.length, after.length] as const]) {
    pairs.push(...pairGap(before, after, { i, j, iEnd: atBefore, jEnd: atAfter }))
    if (atBefore < before.length) pairs.push({ before: atBefore, after: atAfter })
    ;[i, j] = [atBefore + 1, atAfter + 1]
  }
  return pairs
}

type Gap = { i: number; j: number; iEnd: number; jEnd: number }

/** Blocks without a similar counterpart: in order if shapes agree, else removed and added. */
function pairGap(
  before: readonly Comparable[],
  after: readonly Comparable[],
  { i, j, iEnd, jEnd }: Gap,
): Pair[] {
  const count = iEnd - i
  const isParallel =
    count === jEnd - j &&
    Array.from({ length: count }, (_, k) => before[i + k]?.shape === after[j + k]?.shape).every(Boolean)
  if (isParallel) return Array.from({ length: count }, (_, k) => ({ before: i + k, after: j + k }))
  return [
    ...Array.from({ length: count }, (_, k) => ({ before: i + k, after: null })),
    ...Array.from({ length: jEnd - j }, (_, k) => ({ before: null, after: j + k })),
  ]
}

/** The pairs of similar blocks with the highest total similarity (dynamic programming, as for a longest common subsequence). */
function bestPairs(before: readonly Comparable[], after: readonly Comparable[]): [number, number][] {
  const width = after.length + 1
  const best = new Float64Array((before.length + 1) * width)
  const bagsAfter = after.map(({ text }) => bagOf(text))
  const scores = before.map((one) => {
    const bag = bagOf(one.text)
    return after.map((other, j) => scoreOf(one, other, bag, bagsAfter[j] ?? new Map()))
  })
  const at = (i: number, j: number) => best[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const score = scores[i]?.[j] ?? 0
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), score > 0 ? score + at(i + 1, j + 1) : 0)
    }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    const score = scores[i]?.[j] ?? 0
    if (score > 0 && at(i, j) === score + at(i + 1, j + 1)) pairs.push([i++, j++])
    else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return pairs
}

type Bag = Map<string, number>

function scoreOf(one: Comparable, other: Comparable, bag: Bag, otherBag: Bag): number {
  if (one.key === other.key) return 2
  if (one.shape !== other.shape) return 0
  const similarity = similarityOf(bag, otherBag)
  return similarity >= minSimilarity ? similarity : 0
}

/** Sørensen–Dice coefficient of two bags of words. */
function similarityOf(one: Bag, other: Bag): number {
  let common = 0
  for (const [word, count] of one) common += Math.min(count, other.get(word) ?? 0)
  const total = [...one.values(), ...other.values()].reduce((sum, count) => sum + count, 0)
  return total === 0 ? 0 : (2 * common) / total
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function bagOf(text: string): Bag {
  const bag: Bag = new Map()
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase()))
    if (isWordLike) bag.set(segment, (bag.get(segment) ?? 0) + 1)
  return bag
}
