/** What a passage scores by its words, and how near its vector is to the question's; null when it has none to compare. */
export type Scores = { words: number; nearness: number | null }

/** What being the nearest of all counts beside saying every word that is asked for, again and again. */
const shareOfVectors = 0.2

/**
 * One score of two: words as their part of the highest score that a passage could reach with these words, and nearness from the
 * farthest of the candidates (0) to the nearest (1), since models differ in how near anything is to anything. Where words say
 * little, as in a question in another language than the files, vectors decide; a model whose vectors say little costs little.
 */
export function fuseScores(candidates: readonly Scores[], highestByWords: number): number[] {
  const known = candidates.flatMap(({ nearness }) => nearness ?? [])
  const farthest = Math.min(...known)
  const range = Math.max(...known) - farthest
  return candidates.map(({ words, nearness }) => {
    const near = nearness === null || range === 0 ? 0 : (nearness - farthest) / range
    return (highestByWords > 0 ? words / highestByWords : 0) + shareOfVectors * near
  })
}
