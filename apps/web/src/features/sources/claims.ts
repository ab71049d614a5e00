const cites = /\s?\[(\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*)\]/gu
const blocks = 'p, li, td, th, dd, h1, h2, h3, h4, h5, h6, blockquote'

/** The sentences of an answer's text that cite a source by its number, without their citations. */
export function claimsOf(answer: string, number: number): string[] {
  return answer
    .split('\n')
    .flatMap(citedSentences)
    .filter(({ numbers }) => numbers.has(number))
    .map(({ text }) => text)
}

/** The sentence of a citation, from the DOM around its chip; null for a chip on its own. */
export function claimBefore(chip: Element): string | null {
  const block = chip.closest(blocks)
  if (block === null) return null
  const before = new Range()
  before.setStart(block, 0)
  before.setEndBefore(chip)
  const drawn = before.cloneContents()
  for (const button of drawn.querySelectorAll('button')) button.remove()
  return sentencesOf(drawn.textContent).at(-1) ?? null
}

/** Splits a text into sentences, in any language. */
export const sentencesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text), ({ segment }) =>
    segment.trim(),
  ).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

type Cited = { text: string; numbers: Set<number> }

const behindTheStop = /([.!?…。！？؟۔]+)((?:\s*\[[\d\s,،、，]+\])+)/gu

/** A citation after the full stop belongs to the sentence before it. */
const citedSentences = (line: string): Cited[] =>
  sentencesOf(line.replaceAll(behindTheStop, '$2$1 ')).map((sentence) => ({
    text: sentence.replaceAll(cites, '').replaceAll(/\s+/gu, ' ').trim(),
    numbers: numbersIn(sentence),
  }))

const numbersIn = (text: string): Set<number> =>
  new Set(
    Array.from(text.matchAll(cites), ([, numbers = '']) => (numbers.match(/\d+/gu) ?? []).map(Number)).flat(),
  )
