import type { FileId } from '@atrium/contract'
import { type Best, bestOf } from './best-of.ts'
import { entryBytes } from './postings.ts'

/** How soon a word that is repeated counts no more, and how much a longer passage must have more of it. */
const k1 = 1.2
const b = 0.75

/** A file that is searched. */
export type SearchedFile = { fileId: FileId; passages: number; words: number }
/** Where a stem of the query stands: packed entries of one file. */
export type Posting = { stem: string; fileId: FileId; entries: Buffer }
export type Scored = { fileId: FileId; position: number; score: number }

/**
 * Scores the passages of these files by BM25; `standsIn` says in how many of them each stem stands. Returns the best `most`,
 * best first, of equals the earlier one, and how many have any of the words.
 */
export function scorePassages(
  files: readonly SearchedFile[],
  standsIn: ReadonlyMap<string, number>,
  postings: readonly Posting[],
  most: number,
): { best: Scored[]; found: number } {
  const { firstOf, passages, meanWords } = countFiles(files)
  const scores = new Float64Array(passages)
  for (const { stem, fileId, entries } of postings) {
    const first = firstOf.get(fileId)
    if (first === undefined) continue
    addScores(scores, { entries, first, meanWords, rarity: rarityOf(standsIn.get(stem) ?? 1, passages) })
  }
  const { best, found } = bestOf(scores, most)
  return { best: placed(best, files, firstOf), found }
}

/** Passages of all files are numbered through: from which number on those of each file stand. */
function countFiles(files: readonly SearchedFile[]) {
  const firstOf = new Map<FileId, number>()
  let passages = 0
  let words = 0
  for (const file of files) {
    firstOf.set(file.fileId, passages)
    passages += file.passages
    words += file.words
  }
  return { firstOf, passages, meanWords: Math.max(1, words / Math.max(1, passages)) }
}

/** Never below zero, however common the word is. */
const rarityOf = (standsIn: number, passages: number): number =>
  Math.log(1 + Math.max(0, passages - standsIn + 0.5) / (standsIn + 0.5))

function addScores(
  scores: Float64Array,
  {
    entries,
    first,
    meanWords,
    rarity,
  }: { entries: Buffer; first: number; meanWords: number; rarity: number },
): void {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    const index = first + view.getUint32(at, true)
    const times = view.getUint16(at + 4, true)
    const length = view.getUint16(at + 6, true)
    const weight = (times * (k1 + 1)) / (times + k1 * (1 - b + (b * length) / meanWords))
    scores[index] = (scores[index] ?? 0) + rarity * weight
  }
}

function placed(
  best: readonly Best[],
  files: readonly SearchedFile[],
  firstOf: ReadonlyMap<FileId, number>,
): Scored[] {
  const firsts = files.map(({ fileId }) => firstOf.get(fileId) ?? 0)
  return best.flatMap(({ index, score }) => {
    const at = firsts.findLastIndex((first, file) => first <= index && (files[file]?.passages ?? 0) > 0)
    const file = files[at]
    return file ? [{ fileId: file.fileId, position: index - (firsts[at] ?? 0), score }] : []
  })
}
