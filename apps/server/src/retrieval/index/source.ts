import { Readable } from 'node:stream'
import { createRelease } from '../../platform/release-young.ts'
import type { Storage, StoredFile } from '../../platform/storage/index.ts'
import { UnreadableError } from './settle-failure.ts'

export type Source = {
  open(): Readable
  sizeBytes: number
  /** Whether the storage failed during reading: then the reader's verdict on the document is void. */
  isBroken(): boolean
}

/** Maximum bytes of the file that may wait for the garbage collector: a fast reader takes a hundred megabytes a second. */
const unreleasedBytes = 8 * 1024 * 1024

/** Opens the bytes of a stored file; throws `UnreadableError` when they are gone or unavailable. */
export async function openSource(storage: Storage, storageKey: string): Promise<Source> {
  const stored = await find(storage, storageKey)
  let isBroken = false
  async function* bytes() {
    const release = createRelease(unreleasedBytes)
    try {
      for await (const chunk of stored.read()) {
        release((chunk as Buffer).length)
        yield chunk
      }
    } catch (error) {
      isBroken = true
      throw error
    }
  }
  return {
    open: () => Readable.from(bytes(), { objectMode: false }),
    sizeBytes: stored.sizeBytes,
    isBroken: () => isBroken,
  }
}

async function find(storage: Storage, storageKey: string): Promise<StoredFile> {
  const stored = await storage.get(storageKey).catch((cause: unknown) => {
    throw new UnreadableError('UNAVAILABLE', { cause })
  })
  if (!stored) throw new UnreadableError('UNAVAILABLE')
  return stored
}
