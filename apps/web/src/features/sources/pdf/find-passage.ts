import { endOfWord, lettersOf } from '../../../lib/letters.ts'

/** A range of a text: from `start` up to `end`, in UTF-16 units. */
export type Range = { start: number; end: number }

/** Length of the pieces searched if a passage isn't found whole, and the distance between their starts. */
const pieceLetters = 24
const stepLetters = 6
/** Found pieces with at most this many letters between them are one range. */
const gapLetters = 40

/**
 * Finds a passage in the text of a page, which may contain only a part of it, with another line order or other spaces. Returns
 * ranges; empty if nothing is found.
 */
export function findPassage(page: string, passage: string): Range[] {
  const { letters, at } = lettersOf(page)
  const wanted = lettersOf(passage).letters
  if (wanted === '') return []
  return runsOf(letters, wanted).map(([first, last]) => ({
    start: at[first] ?? 0,
    end: endOfWord(page, at[last] ?? page.length - 1),
  }))
}

type Run = [first: number, last: number]

/** The first and the last letter of each run. */
function runsOf(letters: string, wanted: string): Run[] {
  const whole = letters.indexOf(wanted)
  if (whole >= 0) return [[whole, whole + wanted.length - 1]]
  const runs: Run[] = []
  let start = 0
  while (start + pieceLetters <= wanted.length) {
    const piece = wanted.slice(start, start + pieceLetters)
    const behind = letters.indexOf(piece, runs.at(-1)?.[1] ?? 0)
    const first = behind >= 0 ? behind : letters.indexOf(piece)
    if (first < 0) {
      start += stepLetters
      continue
    }
    const before = alike(letters, wanted, first - 1, start - 1, -1)
    const after = alike(letters, wanted, first + pieceLetters, start + pieceLetters, 1)
    runs.push([first - before, first + pieceLetters + after - 1])
    start += pieceLetters + after
  }
  return joined(runs.toSorted(([one], [other]) => one - other))
}

/** The number of equal letters of two texts from a position in each, forwards or backwards. */
function alike(one: string, other: string, place: number, otherPlace: number, step: 1 | -1): number {
  let count = 0
  for (;;) {
    const letter = one[place + count * step]
    if (letter === undefined || letter !== other[otherPlace + count * step]) return count
    count += 1
  }
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const [first, last] of runs) {
    const previous = all.at(-1)
    if (previous && first - previous[1] <= gapLetters) previous[1] = Math.max(previous[1], last)
    else all.push([first, last])
  }
  return all
}
