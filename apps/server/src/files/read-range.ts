import { buffer } from 'node:stream/consumers'
import type { StoredFile } from '../platform/storage/index.ts'

/** Reads bytes of a stored file from an offset, fewer at its end. */
export async function readRange(file: StoredFile, start: number, sizeBytes: number): Promise<Buffer> {
  const end = Math.min(start + sizeBytes, file.sizeBytes) - 1
  return start < 0 || end < start ? Buffer.alloc(0) : await buffer(file.read({ start, end }))
}

/** Reads the last bytes of a stored file. */
export const readTail = (file: StoredFile, sizeBytes: number): Promise<Buffer> =>
  readRange(file, Math.max(0, file.sizeBytes - sizeBytes), sizeBytes)
