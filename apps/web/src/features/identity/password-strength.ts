import { brokenPasswordRules } from '@atrium/contract'

export const strengths = ['weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

/**
 * A hint at how long a password resists guessing: what it would take to try every password of its length and kinds of
 * characters, in bits, with runs and repetitions counted once. No more than a hint: it knows no dictionary.
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

/** Whether a character only goes on from the one before it: the same again, or the next or last in order. */
function continues(characters: string[], index: number, character: string): boolean {
  const before = characters[index - 1]?.codePointAt(0)
  const now = character.codePointAt(0)
  return before !== undefined && now !== undefined && Math.abs(now - before) <= 1
}
