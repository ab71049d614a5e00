import { arabicStem } from './arabic-stem.ts'
import { fold } from './fold.ts'
import { latinStem } from './latin-stem.ts'

/** An index word of a text with its position: `start` to `end`, in UTF-16 units. */
export type Word = { stem: string; start: number; end: number }

const runs = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that are written without spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const isPlain = /^[a-z0-9]+$/
const isArabic = /\p{Script=Arabic}/u
/** A longer run of letters is data, not a word. */
const maxLetters = 60

/** Yields every word of a text, in reading order. */
export function* readWords(text: string): Generator<Word> {
  for (const run of text.matchAll(runs))
    for (const part of run[0].matchAll(unspaced)) {
      const start = run.index + part.index
      if (isUnspaced.test(part[0])) yield* pairs(part[0], start)
      else if (part[0].length <= maxLetters) {
        const stem = stemOf(part[0])
        if (stem) yield { stem, start, end: start + part[0].length }
      }
    }
}

/** Overlapping character pairs; a single character stands alone. */
function* pairs(run: string, start: number): Generator<Word> {
  const characters = Array.from(run)
  let at = start
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined)
      yield { stem: character + next, start: at, end: at + character.length + next.length }
    else if (index === 0) yield { stem: character, start: at, end: at + character.length }
    at += character.length
  }
}

const known = new Map<string, string>()
const maxKnownWords = 50_000

/** Texts repeat their words: caches stems up to a limit. */
function stemOf(word: string): string {
  const before = known.get(word)
  if (before !== undefined) return before
  const lower = isPlain.test(word) ? word : fold(word)
  const stem = isArabic.test(lower) ? arabicStem(lower) : latinStem(lower)
  if (known.size >= maxKnownWords) known.clear()
  known.set(word, stem)
  return stem
}

/** Returns the distinct stems of a text, up to a maximum. */
export function stemsOf(text: string, most: number): string[] {
  const stems = new Set<string>()
  for (const { stem } of readWords(text)) {
    stems.add(stem)
    if (stems.size >= most) break
  }
  return [...stems]
}
