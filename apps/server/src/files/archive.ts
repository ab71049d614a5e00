import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { StoredFile } from '../platform/storage/index.ts'
import { readRange, readTail } from './read-range.ts'

/** A file in an archive as the directory at the archive's end tells of it (APPNOTE.TXT 6.3.10, 4.3.12). Sizes are claims. */
export type ArchiveEntry = {
  name: string
  isPacked: boolean
  isEncrypted: boolean
  packedBytes: number
  unpackedBytes: number
  headerAt: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const headerSignature = 0x04034b50
const endBytes = 22
const longestCommentBytes = 0xffff
const largestDirectoryBytes = 4 * 1024 * 1024

/**
 * Reads the directory of a ZIP archive; null when it is none, is broken, is split over volumes, or claims more entries or more
 * unpacked bytes than allowed. The file begins with an entry: nothing else is put before it.
 */
export async function readArchive(
  file: StoredFile,
  most: { entries: number; unpackedBytes: number },
): Promise<ArchiveEntry[] | null> {
  if (signatureAt(await readRange(file, 0, 4), 0) !== headerSignature) return null
  const tail = await readTail(file, endBytes + longestCommentBytes)
  const at = endOf(tail)
  if (at < 0) return null
  const [count, sizeBytes, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ]
  if (count > most.entries || sizeBytes > largestDirectoryBytes) return null
  const entries = entriesOf(await readRange(file, start, sizeBytes))
  if (entries?.length !== count) return null
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  return unpackedBytes <= most.unpackedBytes ? entries : null
}

/** Where the end record begins: it is the last, behind it only its own comment. */
function endOf(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (signatureAt(tail, at) === endSignature && at + endBytes + tail.readUInt16LE(at + 20) === tail.length)
      return at
  return -1
}

function entriesOf(directory: Buffer): ArchiveEntry[] | null {
  const entries: ArchiveEntry[] = []
  let at = 0
  while (at < directory.length) {
    if (at + 46 > directory.length || signatureAt(directory, at) !== entrySignature) return null
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    )
    const method = directory.readUInt16LE(at + 10)
    // Stored or deflated: office programs write no other.
    if (method !== 0 && method !== 8) return null
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)),
      isPacked: method === 8,
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      packedBytes: directory.readUInt32LE(at + 20),
      unpackedBytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

/** Whether every entry unpacks to exactly the size it claims; stops at the first byte beyond. Nothing is kept. */
export async function unpacksAsSaid(file: StoredFile, entries: readonly ArchiveEntry[]): Promise<boolean> {
  for (const entry of entries)
    if (!entry.isEncrypted && (await countBytes(file, entry)) !== entry.unpackedBytes) return false
  return true
}

/** The unpacked bytes of a small entry; null when it is not what it claims to be. */
export async function contentOf(file: StoredFile, entry: ArchiveEntry): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  const sizeBytes = await countBytes(file, entry, (chunk) => void chunks.push(chunk))
  return sizeBytes === entry.unpackedBytes ? Buffer.concat(chunks) : null
}

/** What an archive says of an entry is not so, or its bytes cannot be unpacked. */
export class EntryDamagedError extends Error {
  constructor(name: string, cause?: unknown) {
    super(`The entry ${name} of an archive cannot be unpacked.`, { cause })
    this.name = 'EntryDamagedError'
  }
}

/** The unpacked bytes of an entry, exactly as many as it claims; else EntryDamagedError, at the first byte beyond. */
export async function* bytesOfEntry(file: StoredFile, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const packed = entry.isEncrypted ? null : await packedBytesOf(file, entry)
  if (packed === null) throw new EntryDamagedError(entry.name)
  let sizeBytes = 0
  try {
    for await (const chunk of unpacked(packed, entry.isPacked)) {
      sizeBytes += chunk.length
      if (sizeBytes > entry.unpackedBytes) break
      yield chunk
    }
  } catch (error) {
    throw isDamage(error) ? new EntryDamagedError(entry.name, error) : error
  }
  if (sizeBytes !== entry.unpackedBytes) throw new EntryDamagedError(entry.name)
}

/** Null when they are not where the archive says. */
async function packedBytesOf(file: StoredFile, entry: ArchiveEntry): Promise<Readable | null> {
  const header = await readRange(file, entry.headerAt, 30)
  if (header.length < 30 || signatureAt(header, 0) !== headerSignature) return null
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + entry.packedBytes > file.sizeBytes) return null
  return entry.packedBytes === 0
    ? Readable.from([])
    : file.read({ start, end: start + entry.packedBytes - 1 })
}

/** How many bytes come out of an entry, counted up to the first beyond its claim; null when it cannot be unpacked. */
async function countBytes(
  file: StoredFile,
  entry: ArchiveEntry,
  see: (chunk: Buffer) => void = () => {},
): Promise<number | null> {
  const packed = await packedBytesOf(file, entry)
  if (packed === null) return null
  if (entry.packedBytes === 0) return 0
  let sizeBytes = 0
  try {
    for await (const chunk of unpacked(packed, entry.isPacked)) {
      sizeBytes += chunk.length
      if (sizeBytes > entry.unpackedBytes) return sizeBytes
      see(chunk)
    }
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
  return sizeBytes
}

async function* unpacked(packed: Readable, isPacked: boolean): AsyncIterable<Buffer> {
  if (!isPacked) return yield* packed
  const inflate = createInflateRaw()
  packed.on('error', (error) => inflate.destroy(error))
  try {
    yield* packed.pipe(inflate)
  } finally {
    packed.destroy()
  }
}

/** zlib's words for bytes that are not deflated ones. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER)/.test(String(error.code))

const signatureAt = (bytes: Buffer, at: number): number =>
  bytes.length >= at + 4 ? bytes.readUInt32LE(at) : 0
