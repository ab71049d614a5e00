import { readWords } from './read-words.ts'

/** What somebody looks for: words that must all be there, the last of them perhaps only begun. */
export type FindQuery = {
  stems: readonly string[]
  /** The last word as it is typed so far, when it may go on. */
  begun: string | null
}

const mostWords = 20

/** Reads what somebody typed; null when there is no word in it. A word is still being written until something follows it. */
export function readQuery(typed: string): FindQuery | null {
  const words = [...readWords(typed)].slice(0, mostWords)
  const last = words.at(-1)
  if (!last) return null
  const isBegun = last.end === typed.trimEnd().length && typed.trimEnd() === typed
  const stems = [...new Set(words.map(({ stem }) => stem))]
  if (!isBegun) return { stems, begun: null }
  return {
    stems: stems.filter((stem) => stem !== last.stem),
    begun: last.stem,
  }
}

/** Whether a word of a text is one of those looked for. */
export const isLookedFor = ({ stems, begun }: FindQuery, stem: string): boolean =>
  stems.includes(stem) || (begun !== null && stem.startsWith(begun))

/** The same for PostgreSQL, as the text of a tsquery. */
export const tsQueryOf = ({ stems, begun }: FindQuery): string =>
  [...stems.map(quoted), ...(begun === null ? [] : [`${quoted(begun)}:*`])].join(' & ')

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
