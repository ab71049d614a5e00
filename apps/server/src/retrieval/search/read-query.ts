import { markStopWords } from '../../platform/words/index.ts'
import { readIndexWords } from '../index/identifier-words.ts'
import { stored } from '../index/words-of-passage.ts'

/** Ignores further words of a query: a whole text repeats the same ones. */
const maxWords = 200

export type QueryWord = { stem: string; isWhole: boolean; start: number; end: number }

export type PassageQuery = {
  /** The stems of the query in order, including stop words, which count when adjacent as in the query. */
  stems: string[]
  /** The words that determine the results: all but stop words, or all where there are no others. */
  keywords: QueryWord[]
}

/** Parses a search query. */
export function readQuery(query: string): PassageQuery {
  const words: QueryWord[] = []
  for (const word of readIndexWords(query)) {
    words.push({ ...word, stem: stored(word.stem) })
    if (words.length >= maxWords) break
  }
  const areStopWords = markStopWords(query, words)
  const keywords = words.filter((_, index) => !areStopWords[index])
  return {
    stems: words.filter(({ isWhole }) => !isWhole).map(({ stem }) => stem),
    keywords: keywords.length > 0 ? keywords : words,
  }
}
