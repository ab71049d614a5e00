import { languageOf, keywordStems } from './keywords.ts'

/** Checks at most this much of an answer, in UTF-16 units. */
const maxCharacters = 100_000
/** Minimum share of a sentence's words that its cited sources must contain. */
const minOverlap = 0.5
const maxStems = 20_000

type Checked = {
  answer: string
  question: string
  /** The texts of the answer's sources, by number. */
  sources: ReadonlyMap<number, string>
  /** Whether a number, as `numbersIn` returns it, comes from elsewhere, such as the result of a query. */
  isKnown?: (number: string) => boolean
}

/**
 * Returns the unsupported sentences of an answer, as written. A sentence with citations is unsupported when one of its numbers or
 * names is in none of the cited sources, or fewer than half of its words are. A sentence without citations is unsupported when it
 * has a number that is neither in a source nor in the question. Across languages, only numbers and names are compared.
 */
export function checkSupport({ answer, question, sources, isKnown = () => false }: Checked): string[] {
  const texts = new Map([...sources].map(([number, text]) => [number, new KnownText(text)]))
  const everything = new KnownText([question, ...sources.values()].join('\n'))
  return sentencesOf(answer.slice(0, maxCharacters)).filter((sentence) => {
    const cited = citedIn(sentence).flatMap((number) => texts.get(number) ?? [])
    const bare = sentence.replaceAll(citation, ' ')
    if (cited.length === 0)
      return numbersIn(bare).some(
        (number) => isKeyword(number) && !everything.hasNumber(number) && !isKnown(number),
      )
    return !isSupported(bare, cited)
  })
}

const citation = /\[(\d+(?:\s*[,،、]\s*\d+)*)\]/g

const citedIn = (sentence: string): number[] =>
  [...sentence.matchAll(citation)].flatMap(([, list = '']) => list.split(/\D+/).map(Number))

function isSupported(sentence: string, cited: readonly KnownText[]): boolean {
  if (numbersIn(sentence).some((number) => !cited.some((text) => text.hasNumber(number)))) return false
  if (namesIn(sentence).some((name) => !cited.some((text) => text.hasWord(name)))) return false
  const language = languageOf(sentence)
  const compared = cited.filter((text) => text.language === language || !text.language || !language)
  if (compared.length === 0) return true
  const stems = keywordStems(sentence, 500)
  const shared = stems.filter((stem) => compared.some((text) => text.stems.has(stem)))
  return stems.length === 0 || shared.length / stems.length >= minOverlap
}

/** A text to compare with; its words, numbers and names are computed once, on first use. */
class KnownText {
  readonly #text: string
  #numbers: Set<string> | undefined
  #stems: Set<string> | undefined
  #folded: string | undefined

  constructor(text: string) {
    this.#text = text
  }
  get stems(): Set<string> {
    return (this.#stems ??= new Set(keywordStems(this.#text, maxStems)))
  }
  get language() {
    return languageOf(this.#text.slice(0, 2_000))
  }
  hasNumber(number: string): boolean {
    this.#numbers ??= new Set(numbersIn(this.#text))
    return this.#numbers.has(number)
  }
  hasWord(word: string): boolean {
    this.#folded ??= folded(this.#text)
    return this.#folded.includes(folded(word))
  }
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

const number = /\p{Nd}+(?:[.,٫٬'’ \u00a0\u202f]\p{Nd}+)*/gu

/** The numbers of a text, normalized to one spelling of digits and thousands. */
export const numbersIn = (text: string): string[] =>
  [...text.matchAll(number)].flatMap(([written]) => {
    const digits = written.replaceAll(/\p{Nd}/gu, digitOf)
    const isGrouped = /^\d{1,3}([.,٬'’ \u00a0\u202f])\d{3}(\1\d{3})*$/u.test(digits)
    if (isGrouped) return [digits.replaceAll(/\D/g, '')]
    const isSpaced = /^\d{1,3}([ '’\u00a0\u202f])\d{3}(\1\d{3})*[.,٫]\d+$/u.test(digits)
    if (isSpaced) return [digits.replaceAll(/[ '’\u00a0\u202f]/g, '').replace(/[,٫]/, '.')]
    return digits.split(/[ '’\u00a0\u202f]/).map((part) => part.replaceAll(/[,٫]/g, '.'))
  })

/** Unicode has decimal digits in runs of ten, starting at zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  for (let zero = code; zero > code - 10; zero -= 1)
    if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero)
  return String((code - 0x30) % 10)
}

/** A small whole number counts things in the answer itself: two ways, three steps. */
const isKeyword = (found: string) => found.length > 1

/** Capitalized words within a sentence, except its first. */
const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<=[\p{Ll}\p{N},;:)’']\s+|[\p{Ll}]['’])\p{Lu}[\p{L}\p{M}\p{N}]+/gu)].map(
    ([name]) => name,
  )

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a Markdown text, without code. A citation after a full stop belongs to the sentence before it. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^(`{3,}|~{3,})[^]*?^\1[^\n]*$/gm, '').replaceAll(/\$\$[^]*?\$\$/g, '')
  return prose.split('\n').flatMap((line) => {
    const text = line.replace(/^[\s>#]*(?:[-*+]\s+|\d+[.)]\s+)?/, '')
    const sentences: string[] = []
    for (const { segment } of segmenter.segment(text)) {
      const lead = /^(?:\s*\[\d+(?:\s*[,،、]\s*\d+)*\])+[.。]?/.exec(segment)?.[0] ?? ''
      const last = sentences.length - 1
      if (lead && last >= 0) sentences[last] += lead
      const rest = last >= 0 ? segment.slice(lead.length) : segment
      if (rest.trim() !== '') sentences.push(rest)
    }
    return sentences.map((sentence) => sentence.trim())
  })
}
