/** A passage's keyword score, and its vector similarity to the query; null without a vector. */
export type Scores = { words: number; similarity: number | null }

/** The weight of vector similarity beside keywords. */
const shareOfVectors = 0.15

/**
 * Fuses two scores: keywords as a share of the maximum for this query, and similarity scaled from the least (0) to the most (1)
 * similar candidate, since models differ in their ranges. Where keywords say little, as in a question in another language than
 * the files, vectors decide; a weak embedding model costs little.
 */
export function fuseScores(candidates: readonly Scores[], highestByWords: number): number[] {
  const known = candidates.flatMap(({ similarity }) => similarity ?? [])
  const farthest = Math.min(...known)
  const range = Math.max(...known) - farthest
  return candidates.map(({ words, similarity }) => {
    const near = similarity === null || range === 0 ? 0 : (similarity - farthest) / range
    return (highestByWords > 0 ? words / highestByWords : 0) + shareOfVectors * near
  })
}
