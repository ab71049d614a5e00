/** How soon a word that is repeated counts no more, and how much a longer passage must have more of it. */
const k1 = 1.2
const b = 0.75

/** What a word says about where it stands: the less common, the more; never below zero. */
export const rarityOf = (standsIn: number, passages: number): number =>
  Math.log(1 + Math.max(0, passages - standsIn + 0.5) / (standsIn + 0.5))

/** What `weightOf` comes to at most, however often a word stands in a passage. */
export const mostWeight = k1 + 1

/** What it counts that a word stands so often in a passage of so many words, when passages have `meanWords` in the mean. */
export const weightOf = (times: number, words: number, meanWords: number): number =>
  (times * (k1 + 1)) / (times + k1 * (1 - b + (b * words) / meanWords))
