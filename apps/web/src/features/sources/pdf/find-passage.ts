import { endOfWord, lettersOf } from '../../../lib/letters.ts'

/** A range of a text: from `start` up to `end`, in UTF-16 units. */
export type Range = { start: number; end: number }

/** Letters that are looked for together where a passage is not found whole, and how far apart such pieces begin. */
const pieceLetters = 24
const stepLetters = 6
/** Found pieces with no more letters between them than this are one range. */
const gapLetters = 40

/**
 * Where a passage stands in the text of a page, which may have but a part of it, in another order of lines or with other blanks.
 * Empty when nothing of it is found.
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
  let from = 0
  for (let start = 0; start + pieceLetters <= wanted.length; start += stepLetters) {
    const piece = wanted.slice(start, start + pieceLetters)
    const found = letters.indexOf(piece, Math.max(0, from - pieceLetters))
    const first = found >= 0 ? found : letters.indexOf(piece)
    if (first < 0) continue
    from = first + pieceLetters
    runs.push([first, from - 1])
  }
  return joined(runs.toSorted(([one], [other]) => one - other))
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
