import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'
import { DocumentFailure } from '../document-failure.ts'

/** The parts of an archive by name. Counts all unpacked bytes together, whatever their headers claim. */
export type Archive = {
  has(name: string): boolean
  /** Yields a part's bytes while unpacking; throws if it doesn't exist. */
  read(name: string): AsyncGenerator<Buffer>
}

const most = { entries: 10_000, unpackedBytes: 512 * 1024 * 1024 }
/** Text hardly ever shrinks below a hundredth; a large part that does is a zip bomb. */
const suspect = { unpackedBytes: 32 * 1024 * 1024, timesPacked: 250 }

/** Reads the directory of a ZIP archive. Fails as DAMAGED, or as TOO_LARGE with too many parts. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(upToEnd(bytes), {
    lazyEntries: true,
    decodeStrings: true,
    validateEntrySizes: true,
  })
  const entries = await entriesOf(zip)
  let unpackedBytes = 0
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw new DocumentFailure('DAMAGED', `no part ${name}`)
      if (entry.isEncrypted()) throw new DocumentFailure('PROTECTED')
      let ofPart = 0
      for await (const chunk of await open(zip, entry)) {
        ofPart += chunk.length
        unpackedBytes += chunk.length
        if (unpackedBytes > most.unpackedBytes || isBursting(ofPart, entry))
          throw new DocumentFailure('TOO_LARGE', `${name} unpacks to too much`)
        yield chunk
      }
    },
  }
}

const endSignature = Buffer.from('504b0506', 'hex')
const endBytes = 22
const searchedBytes = 64 * 1024 + endBytes

/**
 * The archive without trailing bytes after its end record: mail programs and servers append line ends, which every zip reader
 * ignores.
 */
function upToEnd(bytes: Buffer): Buffer {
  const first = Math.max(0, bytes.length - searchedBytes)
  for (let at = bytes.lastIndexOf(endSignature); at >= first; at = bytes.lastIndexOf(endSignature, at - 1)) {
    const end = at + endBytes <= bytes.length ? at + endBytes + bytes.readUInt16LE(at + 20) : Infinity
    if (end <= bytes.length) return bytes.subarray(0, end)
    if (at === 0) break
  }
  return bytes
}

const isBursting = (unpackedBytes: number, entry: Entry): boolean =>
  unpackedBytes > suspect.unpackedBytes && unpackedBytes > entry.compressedSize * suspect.timesPacked

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.entries) throw new DocumentFailure('TOO_LARGE', 'too many parts')
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      // Some programs write names with a leading slash, or with backslashes.
      const name = entry.fileName.replace(/\\/g, '/').replace(/^\/+/, '')
      if (!entries.has(name)) entries.set(name, entry)
      zip.readEntry()
    })
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.readEntry()
  })
  return entries
}

const open = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error)))
  })
