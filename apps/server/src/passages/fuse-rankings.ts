/** How much the first places count above the later ones: with 60, as usual, place 1 counts a tenth more than place 7. */
const flatness = 60

/**
 * One ranking of several (reciprocal rank fusion): what stands high in more than one of them goes before what does in one. Each is
 * best first, by keys; the result has every key once with its score.
 */
export function fuseRankings(rankings: readonly (readonly string[])[]): { key: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [index, key] of ranking.entries())
      scores.set(key, (scores.get(key) ?? 0) + 1 / (flatness + index + 1))
  return [...scores].map(([key, score]) => ({ key, score })).toSorted((one, other) => other.score - one.score)
}
