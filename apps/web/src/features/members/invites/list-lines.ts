import { limits } from '@atrium/contract'

/** The server's maximum length of a line. */
const lineCharacters = 500

/** Returns the lines of a pasted list, each truncated to the maximum; blank ones count, so that line numbers match the field. */
export const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.slice(0, lineCharacters))

/** Returns why a list can't be previewed, or null: it is empty, or too long. */
export function listProblem(text: string): 'empty' | 'too-many' | null {
  if (!text.trim()) return 'empty'
  return linesOf(text).length > limits.maxInviteLines ? 'too-many' : null
}
