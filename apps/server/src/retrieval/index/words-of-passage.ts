import { fold } from '../../platform/words/index.ts'
import type { Piece } from './cut-passages.ts'
import { readIndexWords } from './identifier-words.ts'

/** The index words of a passage: each stem's frequency, and the number of words. */
export type PassageWords = { counts: Map<string, number>; words: number }

/** Maximum length of the column; only text in no language has longer words. */
const maxStemCharacters = 200

/** A stem in the column's format. */
export const stored = (stem: string): string =>
  stem.length > maxStemCharacters ? stem.slice(0, maxStemCharacters).toWellFormed() : stem

/** The stems of a text in the order of reading, as they are stored. */
export function* stemsIn(text: string): Generator<string> {
  for (const { stem } of readIndexWords(text)) yield stored(stem)
}

/** The stems of a text in order, without whole identifiers. */
export function stemsInOrder(text: string): string[] {
  const stems: string[] = []
  for (const { stem, isWhole } of readIndexWords(text)) if (!isWhole) stems.push(stored(stem))
  return stems
}

/** A word of a text: its stored stem, and its lower-case spelling with and without accents. */
export type WrittenWord = { stem: string; form: string; plain: string }

/** The words of a text in reading order; an identifier counts as its component words. */
export function writtenWords(text: string): WrittenWord[] {
  const words: WrittenWord[] = []
  for (const { stem, start, end, isWhole } of readIndexWords(text)) {
    if (isWhole) continue
    const form = text.slice(start, end).normalize('NFC').toLowerCase()
    words.push({ stem: stored(stem), form, plain: fold(form) })
  }
  return words
}

/**
 * Reads the words of a passage. Words of its file's name, its sheet and its headings count once in addition, so that they find
 * it, while its own words rank it.
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
