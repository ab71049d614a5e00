import { buffer } from 'node:stream/consumers'
import type { StoredFile } from '../platform/storage/index.ts'

/** So many bytes of a stored file from a place on, or fewer where it ends before. */
export async function readRange(file: StoredFile, start: number, sizeBytes: number): Promise<Buffer> {
  const end = Math.min(start + sizeBytes, file.sizeBytes) - 1
  return start < 0 || end < start ? Buffer.alloc(0) : await buffer(file.read({ start, end }))
}

/** The last bytes of a stored file. */
export const readTail = (file: StoredFile, sizeBytes: number): Promise<Buffer> =>
  readRange(file, Math.max(0, file.sizeBytes - sizeBytes), sizeBytes)
