import { readIndexWords } from '../index/identifier-words.ts'
import { readQuery } from './read-query.ts'
import { stored } from '../index/words-of-passage.ts'

/** Returns which words of a text match the keywords of a query, each once and as written there. */
export function matchingWords(query: string, text: string): string[] {
  const stems = new Set(readQuery(query).keywords.map(({ stem }) => stem))
  const matching = new Set<string>()
  for (const { stem, start, end } of readIndexWords(text))
    if (stems.has(stored(stem))) matching.add(text.slice(start, end))
  return [...matching]
}
