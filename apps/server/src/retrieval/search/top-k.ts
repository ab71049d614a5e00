/** One of the highest scores, with its index. */
export type Best = { index: number; score: number }

/** Returns the highest positive scores, best first, ties in order, up to a maximum; and the number of positive scores. */
export function topK(scores: Float64Array, most: number): { best: Best[]; found: number } {
  const best: Best[] = []
  let found = 0
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? 0
    if (score <= 0) continue
    found += 1
    if (best.length === most && score <= (best.at(-1)?.score ?? 0)) continue
    best.splice(placeOf(best, score), 0, { index, score })
    if (best.length > most) best.pop()
  }
  return { best, found }
}

/** Returns the index after all scores that are as high or higher. */
function placeOf(best: readonly Best[], score: number): number {
  let [from, to] = [0, best.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((best[middle]?.score ?? 0) >= score) from = middle + 1
    else to = middle
  }
  return from
}
