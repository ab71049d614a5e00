import { limits } from '@atrium/contract'

/** What the server takes of one line. */
const lineCharacters = 500

/** The lines of a pasted list, each cut to what can be sent; blank ones count, so that the numbers are those of the field. */
export const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.slice(0, lineCharacters))

/** Why a list cannot be looked at, or null: it has no line, or more than can be sent at once. */
export function listProblem(text: string): 'empty' | 'too-many' | null {
  if (!text.trim()) return 'empty'
  return linesOf(text).length > limits.inviteLinesAtMost ? 'too-many' : null
}
