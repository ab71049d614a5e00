import type { FileId } from '@atrium/contract'
import { type Best, topK } from './top-k.ts'
import { weightOf } from './bm25.ts'
import { entryBytes } from '../index/postings.ts'

/** The postings of a query stem: files, and their packed entries one after another, with the byte length of each. */
export type Posting = {
  stem: string
  fileIds: readonly FileId[]
  lengths: readonly number[]
  entries: Buffer
}
/** `stems`: the query stems in the passage. */
export type Scored = { fileId: FileId; position: number; score: number; stems: string[] }

/** Records only the weightiest stems of a longer query: the bits of a number. */
const maxNoted = 32

/**
 * Scores the passages that contain a query stem by BM25; `weights` has each stem's weight. Returns the best `most`, best first,
 * ties in order, and the total number.
 */
export function scorePassages(
  postings: readonly Posting[],
  {
    weights,
    meanWords,
    most,
  }: {
    weights: ReadonlyMap<string, number>
    meanWords: number
    most: number
  },
): { best: Scored[]; found: number } {
  const { files, firsts, runs } = layOut(postings)
  const scores = new Float64Array(firsts.at(-1) ?? 0)
  const noted = weightiest(postings, weights)
  const marks = new Uint32Array(scores.length)
  for (const { stem, view, file, from, to } of runs) {
    const place = noted.indexOf(stem)
    addScores({ scores, marks }, view, {
      from,
      to,
      first: firsts[file] ?? 0,
      weight: weights.get(stem) ?? 0,
      mark: place === -1 ? 0 : 1 << place,
      meanWords,
    })
  }
  const stemsOf = (mark: number) => noted.filter((_, place) => (mark & (1 << place)) !== 0)
  const { best, found } = topK(scores, most)
  return {
    best: best
      .map((one) => ({ ...placed(one, files, firsts), stems: stemsOf(marks[one.index] ?? 0) }))
      .toSorted(bestThenEarliest),
    found,
  }
}

/** The stems with the highest weights, as many as are recorded per passage. */
const weightiest = (postings: readonly Posting[], weights: ReadonlyMap<string, number>): string[] =>
  postings
    .map(({ stem }) => stem)
    .toSorted((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0))
    .slice(0, maxNoted)

/** The entries of one stem in one file, by the file's number, as a range of bytes. */
type Run = { stem: string; view: DataView; file: number; from: number; to: number }

/**
 * Numbers the passages of all files consecutively: the first number of each file, and the total. Ignores a file's passages after
 * its last one with a stem.
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
  { scores, marks }: { scores: Float64Array; marks: Uint32Array },
  view: DataView,
  {
    from,
    to,
    first,
    weight,
    mark,
    meanWords,
  }: { from: number; to: number; first: number; weight: number; mark: number; meanWords: number },
): void {
  for (let at = from; at + entryBytes <= to; at += entryBytes) {
    const index = first + view.getUint32(at, true)
    const times = view.getUint16(at + 4, true)
    const words = view.getUint16(at + 6, true)
    marks[index] = (marks[index] ?? 0) | mark
    scores[index] = (scores[index] ?? 0) + weight * weightOf(times, words, meanWords)
  }
}

function placed(
  { index, score }: Best,
  files: readonly FileId[],
  firsts: readonly number[],
): Omit<Scored, 'stems'> {
  const file = lastUpTo(firsts, index)
  const fileId = files[file]
  if (!fileId) throw new Error('A passage belongs to no file.')
  return { fileId, position: index - (firsts[file] ?? 0), score }
}

/** The index of the last of these ascending numbers that is not above a value. */
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
