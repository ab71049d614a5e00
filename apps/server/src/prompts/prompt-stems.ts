import type { AccountId } from '@atrium/contract'
import { type FindQuery, readWords, tsQueryOf } from '../platform/words/index.ts'

export type Worded = {
  title: string
  promptText: string
  description: string
  tags: readonly string[]
  collection: string | null
}

/** The fields of a template by PostgreSQL's weight, best first. */
type Weight = 'A' | 'B' | 'C' | 'D'
export type WeightedStems = ReadonlyMap<string, Weight>
/** Maximum distinct words that are indexed per template; a text with more is data. */
const maxStems = 200
/** A longer text says what the template is for at its beginning. */
const maxTextCharacters = 4_000

/** Returns the stems of a template, each with the weight of its best field. */
export function weightedStems({ title, tags, collection, description, promptText }: Worded): WeightedStems {
  const stems = new Map<string, Weight>()
  const read = (text: string, weight: Weight) => {
    for (const { stem } of readWords(text)) {
      if (stems.size >= maxStems) return
      if (!stems.has(stem)) stems.set(stem, weight)
    }
  }
  read(title, 'A')
  read([...tags, collection ?? ''].join('\n'), 'B')
  read(description, 'C')
  read(promptText.slice(0, maxTextCharacters), 'D')
  return stems
}

/** A marker in every row, so that the index finds one account's words among everybody's. No text contains this character. */
const accountStem = (accountId: AccountId) => `@${accountId.slice(-12)}`

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Returns the words of a template for the column `stems`, as the text of a tsvector. */
export const stemsVector = (accountId: AccountId, template: Worded): string =>
  [
    `${quoted(accountStem(accountId))}:1D`,
    ...Array.from(weightedStems(template), ([stem, weight]) => `${quoted(stem)}:1${weight}`),
  ].join(' ')

/** Returns a query for the templates of an account with all words, the last one possibly incomplete. */
export const allWords = (accountId: AccountId, query: FindQuery): string =>
  tsQueryOf({ ...query, stems: [accountStem(accountId), ...query.stems] })

/** Returns a query for the templates of an account with any of the stems. */
export const anyWord = (accountId: AccountId, stems: readonly string[]): string =>
  `${quoted(accountStem(accountId))} & (${stems.map(quoted).join(' | ')})`

/** Returns a query for the templates of an account with any two of the stems, of which there are two or more. */
export function anyTwoWords(accountId: AccountId, stems: readonly string[]): string {
  const pairs = stems.slice(0, -1).map(
    (stem, index) =>
      `(${quoted(stem)} & (${stems
        .slice(index + 1)
        .map(quoted)
        .join(' | ')}))`,
  )
  return `${quoted(accountStem(accountId))} & (${pairs.join(' | ')})`
}
