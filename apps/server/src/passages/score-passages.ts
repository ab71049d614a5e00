import type { FileId } from '@atrium/contract'
import { type Best, bestOf } from './best-of.ts'
import { weightOf } from './bm25.ts'
import { entryBytes } from './postings.ts'

/** A file that is searched. */
export type SearchedFile = { fileId: FileId; passages: number }
/** Where a stem of the query stands: packed entries of one file. */
export type Posting = { stem: string; fileId: FileId; entries: Buffer }
export type Scored = { fileId: FileId; position: number; score: number }

/**
 * Scores the passages of these files by BM25; `weights` says what each stem of the query is worth. Returns the best `most`,
 * best first, of equals the earlier one, and how many have any of the words.
 */
export function scorePassages(
  files: readonly SearchedFile[],
  postings: readonly Posting[],
  { weights, meanWords, most }: { weights: ReadonlyMap<string, number>; meanWords: number; most: number },
): { best: Scored[]; found: number } {
  // Passages of all files are numbered through.
  const firsts = new Map<FileId, number>()
  let passages = 0
  for (const file of files) {
    firsts.set(file.fileId, passages)
    passages += file.passages
  }
  const scores = new Float64Array(passages)
  for (const { stem, fileId, entries } of postings) {
    const first = firsts.get(fileId)
    if (first !== undefined) addScores(scores, entries, { first, weight: weights.get(stem) ?? 0, meanWords })
  }
  const { best, found } = bestOf(scores, most)
  return { best: best.map((one) => placed(one, files, firsts)), found }
}

function addScores(
  scores: Float64Array,
  entries: Buffer,
  { first, weight, meanWords }: { first: number; weight: number; meanWords: number },
): void {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    const index = first + view.getUint32(at, true)
    const times = view.getUint16(at + 4, true)
    const words = view.getUint16(at + 6, true)
    scores[index] = (scores[index] ?? 0) + weight * weightOf(times, words, meanWords)
  }
}

function placed(
  { index, score }: Best,
  files: readonly SearchedFile[],
  firsts: ReadonlyMap<FileId, number>,
): Scored {
  const firstOf = ({ fileId }: SearchedFile) => firsts.get(fileId) ?? 0
  const file = files.findLast((one) => one.passages > 0 && firstOf(one) <= index)
  if (!file) throw new Error('Every passage is of a file.')
  return { fileId: file.fileId, position: index - firstOf(file), score }
}
