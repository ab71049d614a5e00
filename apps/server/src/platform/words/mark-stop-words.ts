import { fold } from './fold.ts'
import type { Word } from './read-words.ts'
import { stopWords } from './stop-words.ts'

const foldedList = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(fold))
const folded = { en: foldedList(stopWords.en), fr: foldedList(stopWords.fr), vi: foldedList(stopWords.vi) }
const arabic = foldedList(stopWords.ar)
const chinese: ReadonlySet<string> = new Set(stopWords.zh)
/** Vietnamese accents distinguish words: `bao` asks how many, `bảo` protects. */
const vietnamese: ReadonlySet<string> = new Set(stopWords.vi)
const spaced = ['en', 'fr', 'vi'] as const

const isChinese = /^\p{Script=Han}/u
const isArabic = /^\p{Script=Arabic}/u
const mark = /\p{Mn}/u
/** Stop words of one language that mean something in another: alone they don't identify a language. */
const ambiguous = new Set(
  `as car chez can dit est fait fit ils just lui ma mais may me mes might mine mon off on one or own pas peu plus sa si son sous sur ta te
  ton tout us vers will`.split(/\s+/),
)

type Written = Word & {
  /** In lower case as written, and without accents. */
  form: string
  plain: string
}

/**
 * Returns for each word of a query whether it is a stop word. Words of names are not: capitalized ones within a sentence (`The
 * Who`, `WHO`) and words in quotation marks. The language is the one with the most stop words in the query.
 */
export function markStopWords(query: string, words: readonly Word[]): boolean[] {
  const written = words.map((word) => {
    const form = query.slice(word.start, word.end).normalize('NFC').toLowerCase()
    return { ...word, form, plain: fold(form) }
  })
  const isStopWord = stopWordTest(query, written)
  const isNamed = nameTest(query, written)
  return written.map((word) => isStopWord(word) && !isNamed(word))
}

type Test = (word: Written) => boolean

function stopWordTest(query: string, words: readonly Written[]): Test {
  const isChineseStop = chineseTest(query)
  const isSpacedStop = spacedTest(words)
  return (word) => {
    if (isChinese.test(word.form)) return isChineseStop(word)
    if (isArabic.test(word.form)) return arabic.has(word.plain)
    return isSpacedStop(word)
  }
}

/** Words are character pairs: one that overlaps a longer stop word, or consists of two single-character ones, is a stop word. */
function chineseTest(query: string): Test {
  const covered = new Map<number, number>()
  for (const { segment, index } of isChineseIn(query) ? segmenter.segment(query) : [])
    if (chinese.has(segment))
      for (let at = 0; at < segment.length; at += 1) covered.set(index + at, segment.length)
  return ({ start, end }) => {
    const lengths = [covered.get(start) ?? 0, covered.get(end - 1) ?? 0]
    return lengths.some((length) => length > 1) || lengths.every((length) => length === 1)
  }
}

const isChineseIn = (text: string) => /\p{Script=Han}/u.test(text)
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** English, French and Vietnamese; Vietnamese typed without accents too. */
function spacedTest(words: readonly Written[]): Test {
  const hasAccents = words.some(({ form }) => mark.test(form.normalize('NFD')))
  const isOf = {
    en: ({ plain }) => folded.en.has(plain),
    fr: ({ plain }) => folded.fr.has(plain),
    vi: ({ form, plain }) => (hasAccents ? vietnamese.has(form) : folded.vi.has(plain)),
  } satisfies Record<(typeof spaced)[number], Test>
  const evidence = spaced.map((language) => ({
    language,
    // An unaccented syllable is a word of many languages.
    sum: sumOf(words.filter(isOf[language]), language === 'vi' && !hasAccents),
  }))
  const [best] = evidence.toSorted((one, other) => other.sum - one.sum)
  return best && best.sum >= 1 ? isOf[best.language] : () => false
}

const sumOf = (words: readonly Written[], areWeak: boolean): number =>
  words.reduce((sum, { plain }) => sum + (areWeak || ambiguous.has(plain) ? 0.5 : 1), 0)

/** Whether a word belongs to a name, judging by its spelling. */
function nameTest(query: string, words: readonly Written[]): Test {
  const quoted = [...query.matchAll(/["“«「『„][^"”»」』“]{1,40}["”»」』“]/gu)].map(({ index, 0: text }) => ({
    from: index,
    to: index + text.length,
  }))
  const isCapital = ({ start }: Written) => /^\p{Lu}/u.test(query.slice(start, start + 2))
  const isShouted = ({ start, end }: Written) => end - start > 1 && /^\p{Lu}+$/u.test(query.slice(start, end))
  const first = ({ start }: Written) =>
    /(?:^|[.!?:…])[^\p{L}\p{N}]*$/u.test(query.slice(Math.max(0, start - 8), start))
  // In a title nearly every word is capitalized, and in all caps every letter: case means nothing then.
  const hasOrdinaryCase = words.filter(isCapital).length * 3 <= words.length * 2
  const shouting = words.filter(isShouted).length * 2 > words.length
  return (word) =>
    quoted.some(({ from, to }) => word.start >= from && word.end <= to) ||
    (!shouting && isShouted(word)) ||
    (hasOrdinaryCase && word.end - word.start > 1 && isCapital(word) && !first(word))
}
