/** BM25 parameters: term frequency saturation, and length normalization. */
const k1 = 1.2
const b = 0.75

/** The inverse document frequency (IDF) of a word; never below zero. */
export const rarityOf = (standsIn: number, passages: number): number =>
  Math.log(1 + Math.max(0, passages - standsIn + 0.5) / (standsIn + 0.5))

/** Maximum of `weightOf`, for any term frequency. */
export const maxWeight = k1 + 1

/** The BM25 term weight: term frequency in a passage of so many words, relative to the mean length `meanWords`. */
export const weightOf = (times: number, words: number, meanWords: number): number =>
  (times * (k1 + 1)) / (times + k1 * (1 - b + (b * words) / meanWords))
