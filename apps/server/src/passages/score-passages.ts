import type { FileId } from '@atrium/contract'
import { type Best, bestOf } from './best-of.ts'
import { weightOf } from './bm25.ts'
import { entryBytes } from './postings.ts'

/** Where a stem of the query stands: files, and the packed entries of all of them one after another, so many bytes of each. */
export type Posting = {
  stem: string
  fileIds: readonly FileId[]
  lengths: readonly number[]
  entries: Buffer
}
export type Scored = { fileId: FileId; position: number; score: number }

/**
 * Scores the passages in which a stem of the query stands by BM25; `weights` says what each stem is worth. Returns the best `most`,
 * best first, of equals the earlier one, and how many there are in all.
 */
export function scorePassages(
  postings: readonly Posting[],
  { weights, meanWords, most }: { weights: ReadonlyMap<string, number>; meanWords: number; most: number },
): { best: Scored[]; found: number } {
  const { files, firsts, runs } = layOut(postings)
  const scores = new Float64Array(firsts.at(-1) ?? 0)
  for (const { stem, view, file, from, to } of runs)
    addScores(scores, view, {
      from,
      to,
      first: firsts[file] ?? 0,
      weight: weights.get(stem) ?? 0,
      meanWords,
    })
  const { best, found } = bestOf(scores, most)
  return { best: best.map((one) => placed(one, files, firsts)).toSorted(bestThenEarliest), found }
}

/** Entries of one stem in one file, the nth; bytes from and to. */
type Run = { stem: string; view: DataView; file: number; from: number; to: number }

/**
 * Numbers the passages of all files that come up through: where each file begins, and behind the last one how many there are. Of a
 * file nothing behind its last passage with a stem is needed.
 */
function layOut(postings: readonly Posting[]): { files: FileId[]; firsts: number[]; runs: Run[] } {
  const numbers = new Map<FileId, number>()
  const sizes: number[] = []
  const runs: Run[] = []
  for (const { stem, fileIds, lengths, entries } of postings) {
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    let from = 0
    for (const [index, fileId] of fileIds.entries()) {
      const to = from + (lengths[index] ?? 0)
      const file = numbers.get(fileId) ?? numbers.size
      numbers.set(fileId, file)
      // Positions only grow.
      sizes[file] = Math.max(sizes[file] ?? 0, view.getUint32(to - entryBytes, true) + 1)
      runs.push({ stem, view, file, from, to })
      from = to
    }
  }
  const firsts = [0]
  for (const size of sizes) firsts.push((firsts.at(-1) ?? 0) + size)
  return { files: [...numbers.keys()], firsts, runs }
}

function addScores(
  scores: Float64Array,
  view: DataView,
  {
    from,
    to,
    first,
    weight,
    meanWords,
  }: { from: number; to: number; first: number; weight: number; meanWords: number },
): void {
  for (let at = from; at + entryBytes <= to; at += entryBytes) {
    const index = first + view.getUint32(at, true)
    const times = view.getUint16(at + 4, true)
    const words = view.getUint16(at + 6, true)
    scores[index] = (scores[index] ?? 0) + weight * weightOf(times, words, meanWords)
  }
}

function placed({ index, score }: Best, files: readonly FileId[], firsts: readonly number[]): Scored {
  const file = lastUpTo(firsts, index)
  const fileId = files[file]
  if (!fileId) throw new Error('Every passage is of a file.')
  return { fileId, position: index - (firsts[file] ?? 0), score }
}

/** The place of the last of these growing numbers that is not above one. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [from, to] = [0, numbers.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) <= most) from = middle
    else to = middle
  }
  return from
}

/** Ids of files grow with the time of their upload. */
const bestThenEarliest = (one: Scored, other: Scored): number =>
  other.score - one.score ||
  (one.fileId === other.fileId ? one.position - other.position : one.fileId < other.fileId ? -1 : 1)
