/** Where a sentence or a paragraph ends, in the scripts of the product's languages. */
const endOfSentence = /[.!?…]["'”’»)\]*_]*(?=\s)|[。！？؟]["'”’»」』）]*|\n\s*\n/gu
const fence = /^ {0,3}(?:```|~~~)/gm

/**
 * How far an answer that grows can be read out after a point (both in characters of its Markdown): to the end of its last whole
 * sentence, and not into code that is still being written. The same point when there is no further sentence.
 */
export function readableUpTo(markdown: string, from: number): number {
  const ends = [...markdown.slice(from).matchAll(endOfSentence)].map(
    ({ 0: mark, index }) => from + index + mark.length,
  )
  return ends.findLast((end) => !isWithinCode(markdown.slice(0, end))) ?? from
}

const isWithinCode = (markdown: string) => [...markdown.matchAll(fence)].length % 2 === 1
