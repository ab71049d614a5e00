import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { StoredFile } from '../../platform/storage/index.ts'
import { decodeEntryName } from './entry-name.ts'
import { readRange, readTail } from '../read-range.ts'

/** An archive entry from the central directory (APPNOTE.TXT 6.3.10, 4.3.12). Sizes are claims. */
export type ArchiveEntry = {
  name: string
  isPacked: boolean
  isEncrypted: boolean
  packedBytes: number
  unpackedBytes: number
  headerAt: number
}

/** Bit 11 of the general purpose flags: the name is UTF-8. */
const utf8Flag = 0x800
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const headerSignature = 0x04034b50
const endBytes = 22
const maxCommentBytes = 0xffff
const maxDirectoryBytes = 4 * 1024 * 1024

/**
 * Reads the directory of a ZIP archive; null when it is invalid, split over volumes, or claims more entries or unpacked bytes
 * than allowed. The file must begin with an entry.
 */
export async function readArchive(
  file: StoredFile,
  most: { entries: number; unpackedBytes: number },
): Promise<ArchiveEntry[] | null> {
  if (signatureAt(await readRange(file, 0, 4), 0) !== headerSignature) return null
  const tail = await readTail(file, endBytes + maxCommentBytes)
  const at = endOf(tail, file.sizeBytes - tail.length)
  if (at < 0 || hidesMarkup(tail.subarray(at + endBytes + tail.readUInt16LE(at + 20)))) return null
  const [count, sizeBytes, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ]
  if (count > most.entries || sizeBytes > maxDirectoryBytes) return null
  const entries = entriesOf(await readRange(file, start, sizeBytes))
  if (entries?.length !== count) return null
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  return unpackedBytes <= most.unpackedBytes ? entries : null
}

/**
 * The start of the end record: the last one whose comment and directory are within the file. Trailing bytes may follow, such as
 * line ends from mail programs and servers, which every zip reader ignores.
 */
function endOf(tail: Buffer, tailAt: number): number {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (
      signatureAt(tail, at) === endSignature &&
      at + endBytes + tail.readUInt16LE(at + 20) <= tail.length &&
      tail.readUInt32LE(at + 16) + tail.readUInt32LE(at + 12) <= tailAt + at
    )
      return at
  return -1
}

/** Trailing bytes may be anything but HTML, which a browser would show. */
const hidesMarkup = (behind: Buffer): boolean => /<[!?a-z]/i.test(behind.toString('latin1'))

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
      name: decodeEntryName(directory.subarray(at + 46, at + 46 + (nameLength ?? 0)), {
        isUtf8: (directory.readUInt16LE(at + 8) & utf8Flag) !== 0,
      }),
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

/** Returns whether every entry unpacks to exactly its claimed size; stops at the first byte beyond. Stores nothing. */
export async function unpacksAsSaid(file: StoredFile, entries: readonly ArchiveEntry[]): Promise<boolean> {
  for (const entry of entries)
    if (!entry.isEncrypted && (await countBytes(file, entry)) !== entry.unpackedBytes) return false
  return true
}

/** Returns the unpacked bytes of a small entry; null when its claims are wrong. */
export async function contentOf(file: StoredFile, entry: ArchiveEntry): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  const sizeBytes = await countBytes(file, entry, (chunk) => void chunks.push(chunk))
  return sizeBytes === entry.unpackedBytes ? Buffer.concat(chunks) : null
}

/** An archive entry whose claims are wrong, or whose bytes can't be unpacked. */
export class EntryDamagedError extends Error {
  constructor(name: string, cause?: unknown) {
    super(`The entry ${name} of an archive cannot be unpacked.`, { cause })
    this.name = 'EntryDamagedError'
  }
}

/** Yields an entry's unpacked bytes, exactly as many as claimed; else throws EntryDamagedError, at the first byte beyond. */
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

/** Null when they are not at the claimed position. */
async function packedBytesOf(file: StoredFile, entry: ArchiveEntry): Promise<Readable | null> {
  const header = await readRange(file, entry.headerAt, 30)
  if (header.length < 30 || signatureAt(header, 0) !== headerSignature) return null
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + entry.packedBytes > file.sizeBytes) return null
  return entry.packedBytes === 0
    ? Readable.from([])
    : file.read({ start, end: start + entry.packedBytes - 1 })
}

/** Counts an entry's unpacked bytes, up to the first beyond its claim; null when it can't be unpacked. */
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

/** zlib's error codes for invalid data. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER)/.test(String(error.code))

const signatureAt = (bytes: Buffer, at: number): number =>
  bytes.length >= at + 4 ? bytes.readUInt32LE(at) : 0
