import { brokenPasswordRules } from '@atrium/contract'

export const strengths = ['weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

/**
 * Estimates a password's strength: the bits of a brute-force search of its length and character classes, counting runs and
 * repetitions once. Only a hint: it knows no dictionary.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password]
  const fresh = characters.filter((character, index) => !continues(characters, index, character)).length
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) =>
    kind.test(password),
  ).length
  const bits = fresh * Math.log2(Math.max(2, kinds * 24))
  if (brokenPasswordRules(password).length > 0 || bits < 40) return 'weak'
  if (bits < 60) return 'fair'
  return bits < 84 ? 'good' : 'strong'
}

/** Whether a character only continues the previous one: repeated, or next or previous in order. */
function continues(characters: string[], index: number, character: string): boolean {
  const before = characters[index - 1]?.codePointAt(0)
  const now = character.codePointAt(0)
  return before !== undefined && now !== undefined && Math.abs(now - before) <= 1
}
