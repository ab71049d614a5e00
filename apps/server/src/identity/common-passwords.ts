import { commonWords } from './common-words.ts'

/** Neighbours on keyboards and in counting; every stretch of them, in either direction, is something that people pick. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhn',
  '!@#$%^&*()_+',
  '!"£$%^&*()_+',
].flatMap((walk) => [walk, [...walk].reverse().join('')])

/** Signs that stand for letters; 1 and ! are read both as i and as l. */
const readings = ['i', 'l'].map((one): Record<string, string> => ({
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '1': one,
  '!': one,
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}))

const charactersThatAddNothing = 2

/**
 * Whether a password that fulfils the rules is one of those that are tried first: at most two common words (with signs for
 * letters or without), years, counting, walks on the keyboard and repetitions, and next to nothing else. `Password1!`,
 * `P@ssw0rd123`, `Summer2026!`, `Qwerty12#` and `Aa123456!` are; a word of the list inside a longer password is not.
 */
export function isCommonPassword(password: string): boolean {
  const characters = [...password.normalize('NFKC').toLowerCase()]
  const isExplained = characters.map(() => false)
  const explain = (start: number, length: number) => isExplained.fill(true, start, start + length)

  const words = wordsIn(characters)
  if (words.length > 2) return false
  for (const { start, length } of words) explain(start, length)
  for (const { start, length } of [...stretchesIn(characters), ...yearsIn(characters)]) explain(start, length)
  return isExplained.filter((explained) => !explained).length <= charactersThatAddNothing
}

type Span = { start: number; length: number }

/** The common words in it from left to right, the longest at each place. */
function wordsIn(characters: string[]): Span[] {
  const texts = [
    characters,
    ...readings.map((reading) => characters.map((character) => reading[character] ?? character)),
  ]
  const spans: Span[] = []
  for (let start = 0; start < characters.length; start += 1) {
    const length = Math.max(...texts.map((text) => longestWordAt(text, start)))
    if (length === 0) continue
    spans.push({ start, length })
    start += length - 1
  }
  return spans
}

const longestWord = Math.max(...[...commonWords].map((word) => word.length))
const shortestWord = Math.min(...[...commonWords].map((word) => word.length))

function longestWordAt(text: string[], start: number): number {
  for (let length = Math.min(longestWord, text.length - start); length >= shortestWord; length -= 1)
    if (commonWords.has(text.slice(start, start + length).join(''))) return length
  return 0
}

/** Walks of three letters or two other signs, and one character twice or more. */
function stretchesIn(characters: string[]): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < characters.length; start += 1)
    for (let length = characters.length - start; length >= 2; length -= 1) {
      const piece = characters.slice(start, start + length).join('')
      const isRepetition = new Set(characters.slice(start, start + length)).size === 1
      const isWalk = walks.some((walk) => walk.includes(piece)) && (length >= 3 || !/\p{L}/u.test(piece))
      if (!isRepetition && !isWalk) continue
      spans.push({ start, length })
      break
    }
  return spans
}

function yearsIn(characters: string[]): Span[] {
  return characters.flatMap((_, start) =>
    /^(19[4-9]|20[0-4])\d$/.test(characters.slice(start, start + 4).join('')) ? [{ start, length: 4 }] : [],
  )
}
