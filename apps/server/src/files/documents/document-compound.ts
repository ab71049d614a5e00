import type { StoredFile } from '../../platform/storage/index.ts'
import { readRange } from '../read-range.ts'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Returns whether this is a compound file, the office format before 2007 (MS-CFB). */
export const isCompound = async (file: StoredFile): Promise<boolean> =>
  (await readRange(file, 0, signature.length)).equals(signature)

/**
 * Returns whether a compound file has a stream of one of these names. Its directory may be anywhere, but an entry always begins
 * at a multiple of 128 bytes, with name, length and kind (MS-CFB, 2.6.1).
 */
export async function holdsInCompound(file: StoredFile, names: readonly string[]): Promise<boolean> {
  const wanted = names.map((name) => Buffer.from(`${name}\0`, 'utf16le'))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of file.read() as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - (bytes.length % entryBytes)
    for (let at = 0; at < whole; at += entryBytes)
      if (wanted.some((name) => isEntry(bytes.subarray(at, at + entryBytes), name))) return true
    rest = bytes.subarray(whole)
  }
  return false
}

const entryBytes = 128
const nameLengthAt = 64
const kindAt = 66
const streamKind = 2

const isEntry = (entry: Buffer, name: Buffer): boolean =>
  entry.subarray(0, name.length).equals(name) &&
  entry.readUInt16LE(nameLengthAt) === name.length &&
  entry[kindAt] === streamKind
