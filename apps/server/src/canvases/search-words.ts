import { fold } from '../platform/words/index.ts'

/** Everything that a search reads of a canvas, in folded letters. */
export const searchedWords = (title: string, markdown: string): string => fold(`${title}\n${markdown}`)

/** The folded words of a search; a canvas must contain all of them. */
export const wordsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
