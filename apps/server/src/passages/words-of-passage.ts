import { fold, readWords } from '../platform/words/index.ts'
import type { Piece } from './cut-passages.ts'

/** By what a passage is found: how often each stem stands there, and how many words its text has. */
export type PassageWords = { counts: Map<string, number>; words: number }

/** As much as the column takes; only text that is no language has longer ones. */
const mostOfStem = 200

const stored = (stem: string): string =>
  stem.length > mostOfStem ? stem.slice(0, mostOfStem).toWellFormed() : stem

/** The stems of a text in the order of reading, as they are stored. */
export function* stemsIn(text: string): Generator<string> {
  for (const { stem } of readWords(text)) yield stored(stem)
}

/** A word of a text: its stem as it is stored, and in small letters as it is written and without its accents. */
export type WrittenWord = { stem: string; form: string; plain: string }

/** The words of a text in the order of reading. */
export const writtenWords = (text: string): WrittenWord[] =>
  [...readWords(text)].map(({ stem, start, end }) => {
    const form = text.slice(start, end).normalize('NFC').toLowerCase()
    return { stem: stored(stem), form, plain: fold(form) }
  })

/**
 * Reads the words of a passage. Those of its file's name, its sheet and the headings above it count once beside its own, so
 * that it is found by what it is about, and found first by what it says.
 */
export function wordsOfPassage({ text, place }: Piece, fileName: string): PassageWords {
  const counts = new Map<string, number>()
  const count = (stem: string) => counts.set(stem, (counts.get(stem) ?? 0) + 1)
  let words = 0
  for (const stem of stemsIn(text)) {
    count(stem)
    words += 1
  }
  const above = [fileName.replace(/\.[a-z0-9]+$/i, ''), place.sheet ?? '', ...(place.headings ?? [])].join(
    '\n',
  )
  for (const stem of new Set(stemsIn(above))) count(stem)
  return { counts, words }
}
