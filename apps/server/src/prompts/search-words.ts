import { fold } from '../platform/words/index.ts'

type Searched = {
  title: string
  promptText: string
  description: string
  tags: readonly string[]
  collection: string | null
}

/** Everything that a search reads of a template, in folded letters. */
export const searchedWords = ({ title, promptText, description, tags, collection }: Searched): string =>
  fold([title, description, promptText, ...tags, collection ?? ''].join('\n'))

/** The folded words of a search; a template must contain all of them. */
export const wordsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
