import type { Language } from '../language/languages.ts'
import { termsOf } from '../language/words.ts'
import { readLibrary, type Entry } from './read-library.ts'

/** A prepared answer for a question, and the text that the person added to its start, or ''. */
export interface Found {
  entry: Entry
  subject: string
}

const minSimilarity = 0.7
/** A longer text is more specific than a common question. */
const maxCharacters = 160

/** The prepared answer to a question in its language; null when there is none. */
export function findEntry(question: string, language: Language): Found | null {
  const library = readLibrary(language)
  return findStarted(question, language, library) ?? findAsked(question, language, library)
}

function findStarted(question: string, language: Language, library: Entry[]): Found | null {
  const colon = /[:：]/.exec(question)
  if (!colon) return null
  const start = question.slice(0, colon.index)
  const best = findMostSimilar(start, language, library, ({ starts }) => starts)
  return best && { entry: best, subject: question.slice(colon.index + 1).trim() }
}

function findAsked(question: string, language: Language, library: Entry[]): Found | null {
  if (question.length > maxCharacters) return null
  const best = findMostSimilar(question, language, library, ({ asked }) => asked)
  return best && { entry: best, subject: '' }
}

function findMostSimilar(
  text: string,
  language: Language,
  library: Entry[],
  waysOf: (entry: Entry) => string[],
): Entry | null {
  const terms = comparable(text, language)
  const scored = library.map((entry) => ({
    entry,
    score: Math.max(0, ...waysOf(entry).map((way) => dice(terms, comparable(way, language)))),
  }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score >= minSimilarity ? best.entry : null
}

/** Questions made only of function words, such as 'Who are you?', are compared by those. */
function comparable(text: string, language: Language): Set<string> {
  const terms = termsOf(text, language)
  if (terms.length > 0) return new Set(terms)
  return new Set([...text.toLocaleLowerCase(language).matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word))
}

/** Sørensen–Dice coefficient of two sets. */
function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  const shared = [...one].filter((term) => other.has(term)).length
  return (2 * shared) / (one.size + other.size)
}
