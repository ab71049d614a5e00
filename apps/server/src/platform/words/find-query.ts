import { readWords } from './read-words.ts'

/** A full-text query: words that must all occur, the last one possibly incomplete. */
export type FindQuery = {
  stems: readonly string[]
  /** The last word as typed so far, if it may continue. */
  prefix: string | null
}

const maxWords = 20

/** Parses a typed query; null without words. The last word counts as incomplete until something follows it. */
export function readQuery(typed: string): FindQuery | null {
  const words = [...readWords(typed)].slice(0, maxWords)
  const last = words.at(-1)
  if (!last) return null
  const hasStarted = last.end === typed.trimEnd().length && typed.trimEnd() === typed
  const stems = [...new Set(words.map(({ stem }) => stem))]
  if (!hasStarted) return { stems, prefix: null }
  return {
    stems: stems.filter((stem) => stem !== last.stem),
    prefix: last.stem,
  }
}

/** Whether a word of a text is one of the query's. */
export const isQueryWord = ({ stems, prefix }: FindQuery, stem: string): boolean =>
  stems.includes(stem) || (prefix !== null && stem.startsWith(prefix))

/** The same for PostgreSQL, as the text of a tsquery. */
export const tsQueryOf = ({ stems, prefix }: FindQuery): string =>
  [...stems.map(quoted), ...(prefix === null ? [] : [`${quoted(prefix)}:*`])].join(' & ')

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
