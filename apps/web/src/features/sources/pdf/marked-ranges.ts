import { sentencesOf } from '../claims.ts'
import { lettersOf } from '../../../lib/letters.ts'
import { findPassage, type Range } from './find-passage.ts'

/** The ranges to highlight on a page: the cited sentences; if none is found, the passage. */
export type Marked = { sentences: readonly string[]; passage: string }

/** A passage with this share of a page's letters is not highlighted: a mark over the whole page would be useless. */
const wholePage = 0.7

/** The ranges of the cited sentences on a page, or of the passage, but never of the whole page; sorted and not nested. */
export function markedRanges(page: string, { sentences, passage }: Marked): Range[] {
  const found = sentences.flatMap((sentence) => findPassage(page, sentence))
  if (found.length > 0) return merged(found)
  const whole = findPassage(page, passage)
  return isPage(page, whole) ? [] : whole
}

function isPage(page: string, ranges: readonly Range[]): boolean {
  const letters = (text: string) => lettersOf(text).letters.length
  const covered = ranges.reduce((sum, { start, end }) => sum + letters(page.slice(start, end)), 0)
  return covered >= wholePage * letters(page) && sentencesOf(page).length > 2
}

function merged(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const previous = all.at(-1)
    if (previous && range.start <= previous.end) previous.end = Math.max(previous.end, range.end)
    else all.push({ ...range })
  }
  return all
}
