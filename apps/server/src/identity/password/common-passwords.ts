import { countGuessedParts, readLetters, repeatedPart } from './decorations.ts'
import { type MostUsedPasswords, readMostUsedPasswords } from './most-used-passwords.ts'

/** Two words in a row are guessable when both are among the most used passwords up to this rank. */
const pairedWords = 1_000
const shortestPairedWord = 4
/** Signs are removed from within a word of at least six characters: shorter words occur everywhere. */
const shortestSpacedWord = 6
const maxWordCharacters = 40
const maxGuessedParts = 6

/**
 * Returns whether a password is one of the 49,233 most used ones, ignoring case, or one of them with the usual decorations:
 * digits and signs before or after, signs for letters, signs in between, repeated, or two of the first thousand in a row.
 * Decorations that are harder to guess than the word make a password of its own, as does anything else beside the word:
 * `Password1!`, `P@ssw0rd123`, `Dragon#7281` and `Monkey-Monkey1` are common, `Dragon Boat Festival 88!` is not.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const mostUsed = await readMostUsedPasswords()
  const text = password.normalize('NFKC').toLowerCase()
  if (isDecorated(text, mostUsed, 0)) return true
  const withoutSigns = text.replace(/[^\p{L}\p{Nd}]/gu, '')
  if (withoutSigns === text || withoutSigns.length < shortestSpacedWord) return false
  return isDecorated(withoutSigns, mostUsed, new Set(text.match(/[^\p{L}\p{Nd}]/gu)).size)
}

/** Whether the text is a common word between decorations; `guessedParts` were already removed from it. */
function isDecorated(text: string, mostUsed: MostUsedPasswords, guessedParts: number): boolean {
  if (mostUsed.has(text) && guessedParts <= maxPartsBeside(text)) return true
  const part = repeatedPart(text)
  if (part !== undefined && isDecorated(part, mostUsed, guessedParts)) return true

  const before = lengthOf(/^\P{L}*/u, text)
  if (before === text.length) return false
  const behind = lengthOf(/\P{L}*$/u, text)
  // Decorations of every length: `1qaz2wsx!` begins with a digit of the word, `!1qaz2wsx` with one that is not.
  const starts = guessed(before + 1, (start) => countGuessedParts(text.slice(0, start)))
  const ends = guessed(behind + 1, (length) => countGuessedParts(text.slice(text.length - length)))
  for (const [start, partsBefore] of starts)
    for (const [length, partsBehind] of ends) {
      const word = text.slice(start, text.length - length)
      if (word.length > maxWordCharacters) continue
      const parts = guessedParts + partsBefore + partsBehind
      if (parts <= maxPartsBeside(word) && isCommonWord(word, mostUsed)) return true
    }
  return false
}

const lengthOf = (pattern: RegExp, text: string) => pattern.exec(text)?.[0].length ?? 0

/** Lengths of a decoration with their guessed parts, without those that are too hard to guess. */
const guessed = (count: number, partsOf: (length: number) => number): [number, number][] =>
  Array.from({ length: count }, (_, length): [number, number] => [length, partsOf(length)]).filter(
    ([, parts]) => parts <= maxGuessedParts,
  )

/** A short word is easier to guess, but says less than what surrounds it. */
const maxPartsBeside = (word: string) => Math.max(2, Math.min(word.length - 1, maxGuessedParts))

function isCommonWord(word: string, mostUsed: MostUsedPasswords): boolean {
  if (/^(\p{L})\1*$/u.test(word)) return true
  const part = repeatedPart(word)
  if (part !== undefined && isDecorated(part, mostUsed, 0)) return true
  return readLetters(word).some((read) => mostUsed.has(read) || isPair(read, mostUsed))
}

function isPair(word: string, mostUsed: MostUsedPasswords): boolean {
  for (let length = shortestPairedWord; length <= word.length - shortestPairedWord; length += 1)
    if (firstOf(mostUsed).has(word.slice(0, length)) && firstOf(mostUsed).has(word.slice(length))) return true
  return false
}

const firstWords = new WeakMap<MostUsedPasswords, ReadonlySet<string>>()

function firstOf(mostUsed: MostUsedPasswords): ReadonlySet<string> {
  const kept = firstWords.get(mostUsed) ?? new Set([...mostUsed].slice(0, pairedWords))
  firstWords.set(mostUsed, kept)
  return kept
}
