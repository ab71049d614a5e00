import type { PassageWords } from './words-of-passage.ts'

/** Bytes of one entry, little endian: position (4), term frequency (2), words of the passage (2). */
export const entryBytes = 8
const most = 0xffff

/** Stems with their packed entries, as rows of `posting`. */
export type Postings = { stem: string; entries: Buffer }[]

/** Collects postings. */
export type PostingCollector = {
  add(position: number, passage: PassageWords): void
  /** Number of collected entries. */
  size(): number
  /** Returns the collected postings, and clears them. */
  take(): Postings
}

export function collectPostings(): PostingCollector {
  /** Three numbers an entry. */
  let gathered = new Map<string, number[]>()
  let size = 0
  return {
    add(position, { counts, words }) {
      for (const [stem, count] of counts) {
        const entries = gathered.get(stem)
        if (entries) entries.push(position, count, words)
        else gathered.set(stem, [position, count, words])
      }
      size += counts.size
    },
    size: () => size,
    take() {
      const postings = [...gathered].map(([stem, entries]) => ({ stem, entries: pack(entries) }))
      gathered = new Map()
      size = 0
      return postings
    },
  }
}

function pack(numbers: readonly number[]): Buffer {
  const entries = Buffer.alloc((numbers.length / 3) * entryBytes)
  for (let index = 0; index < numbers.length; index += 3) {
    const at = (index / 3) * entryBytes
    entries.writeUInt32LE(numbers[index] ?? 0, at)
    entries.writeUInt16LE(Math.min(most, numbers[index + 1] ?? 0), at + 4)
    entries.writeUInt16LE(Math.min(most, numbers[index + 2] ?? 0), at + 6)
  }
  return entries
}
