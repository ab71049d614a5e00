/** Counts words as a reader does, in any script: in Chinese, which writes no spaces, by the segmenter's words. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
  return count
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
