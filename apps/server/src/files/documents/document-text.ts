import type { StoredFile } from '../../platform/storage/index.ts'
import { readRange } from '../read-range.ts'

/** Signatures of other file types that could be mistaken for text. */
const otherKinds = [
  '%PDF-',
  'PK\x03\x04',
  '\x7fELF',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\xd0\xcf\x11\xe0',
  '{\\rtf',
]
/** A Windows program; 'MZ' alone may begin a column. */
const program = /^MZ(?![,;\t"\r\n])/
const utf16 = ['\xff\xfe', '\xfe\xff']

/** Control characters that nobody types: all but tab, line ends, form feed, escape and the old end of file. */
const isUnwritten = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)),
)
/** Scans and exports have a few: at most one per this many bytes is allowed. */
const bytesToUnwritten = 200

/** By index: an iterator over a hundred million bytes takes ten times as long. */
function countUnwritten(chunk: Buffer): number {
  let count = 0
  for (let index = 0; index < chunk.length; index += 1) count += isUnwritten[chunk[index] ?? 0] ?? 0
  return count
}

/** Returns whether a file is text in any encoding: has no other type's signature, no zero byte and almost no control characters. */
export async function isText(file: StoredFile): Promise<boolean> {
  const head = (await readRange(file, 0, 8)).toString('latin1')
  if (otherKinds.some((kind) => head.startsWith(kind)) || program.test(head)) return false
  if (utf16.some((mark) => head.startsWith(mark))) return file.sizeBytes % 2 === 0
  let unwritten = 0
  for await (const chunk of file.read() as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) return false
    unwritten += countUnwritten(chunk)
  }
  return unwritten * bytesToUnwritten <= file.sizeBytes
}
