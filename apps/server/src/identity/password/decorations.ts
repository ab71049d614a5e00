/** Sequences of digits and of the keyboard's digit row, in either direction. */
const rows = ['01234567890', '!@#$%^&*()_+', '!"£$%^&*()_+'].flatMap((row) => [
  row,
  [...row].reverse().join(''),
])

const year = '(?:19[4-9]|20[0-4])\\d'
const day = '(?:0[1-9]|[12]\\d|3[01])'
const month = '(?:0[1-9]|1[0-2])'
/** One repeated sign, a date or a year: anything that a guesser would try. */
const usual = new RegExp(`^(?:(.)\\1+|(?:${day}${month}|${month}${day})(?:${year}|\\d\\d)|${year})`, 'su')

/**
 * Returns how many parts a guesser must try to find what was added to a word: 1 for `2026`, `1234`, `!!!` or a birthday, and 1
 * for each other character.
 */
export function countGuessedParts(decoration: string): number {
  let count = 0
  for (let rest = decoration; rest !== ''; count += 1)
    rest = rest.slice(Math.max(1, usual.exec(rest)?.[0].length ?? 0, stepsAlongRow(rest)))
  return count
}

/** The length of a keyboard sequence at the beginning of the text; 0 below three digits or two signs. */
function stepsAlongRow(text: string): number {
  const least = /^\d/.test(text) ? 3 : 2
  let length = 0
  while (length < text.length && rows.some((row) => row.includes(text.slice(0, length + 1)))) length += 1
  return length >= least ? length : 0
}

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

/** Returns the text, and, when at least half of it are letters, the text with letters for signs that stand for some. */
export function readLetters(text: string): string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters * 2 < text.length) return [text]
  const read = readings.map((reading) => [...text].map((sign) => reading[sign] ?? sign).join(''))
  return [...new Set([text, ...read])]
}

/** The repeated part of a text, at least three characters; undefined when it is no repetition. */
export const repeatedPart = (text: string): string | undefined => /^(.{3,}?)\1+$/su.exec(text)?.[1]
