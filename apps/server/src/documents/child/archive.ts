import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'
import { DocumentFailure } from '../document-failure.ts'

/** The parts of an archive by their names. What comes out of them is counted, together, whatever they say of themselves. */
export type Archive = {
  has(name: string): boolean
  /** The bytes of a part as they are unpacked; throws where there is none. */
  read(name: string): AsyncGenerator<Buffer>
}

const most = { entries: 10_000, unpackedBytes: 512 * 1024 * 1024 }
/** Text hardly ever shrinks to less than a hundredth; a part that is large and did is there to burst. */
const suspect = { unpackedBytes: 32 * 1024 * 1024, timesPacked: 250 }

/** The directory of a ZIP archive. Fails as DAMAGED, or as TOO_LARGE where there are too many parts. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, {
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

const isBursting = (unpackedBytes: number, entry: Entry): boolean =>
  unpackedBytes > suspect.unpackedBytes && unpackedBytes > entry.compressedSize * suspect.timesPacked

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.entries) throw new DocumentFailure('TOO_LARGE', 'too many parts')
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      // Some programs write names with a slash before them, or with those of Windows.
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
