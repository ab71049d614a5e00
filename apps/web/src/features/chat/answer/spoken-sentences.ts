/** Ends of sentences and paragraphs in the scripts of the product's languages. */
const endOfSentence = /[.!?…]["'”’»)\]*_]*(?=\s)|[。！？؟]["'”’»」』）]*|\n\s*\n/gu
const fence = /^ {0,3}(?:```|~~~)/gm

/**
 * Returns how far a growing answer can be read out after a position (both in characters of its Markdown): to the end of its last
 * complete sentence, and not into unfinished code. The same position without a further sentence.
 */
export function readableUpTo(markdown: string, from: number): number {
  const ends = [...markdown.slice(from).matchAll(endOfSentence)].map(
    ({ 0: mark, index }) => from + index + mark.length,
  )
  const fences = [...markdown.matchAll(fence)].map(({ index }) => index)
  const isWithinCode = (end: number) => fences.filter((index) => index < end).length % 2 === 1
  return ends.findLast((end) => !isWithinCode(end)) ?? from
}
