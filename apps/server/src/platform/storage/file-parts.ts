import { Readable } from 'node:stream'
import { FileTooLargeError, type SizeRange, UploadRefusedError } from './storage.ts'

/** Bytes of a part: S3 requires at least 5 MiB except for the last, and at most 10,000 parts. */
export const partBytes = 8 * 1024 * 1024

export type FilePart = { bytes: Buffer; isLast: boolean }

/**
 * Splits a stream into parts of a size and counts: yields at least one, possibly empty. Throws `FileTooLargeError` at the first
 * excess byte, `UploadRefusedError` when there are too few. Holds at most two parts.
 */
export async function* partsOf(
  body: Readable | Uint8Array,
  { minBytes = 0, maxBytes }: SizeRange,
): AsyncGenerator<FilePart, undefined, undefined> {
  let sizeBytes = 0
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    sizeBytes += bytes.byteLength
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes)
    held.push(bytes)
    heldBytes += bytes.byteLength
    while (heldBytes > partBytes) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, partBytes), isLast: false }
      held = [all.subarray(partBytes)]
      heldBytes = all.byteLength - partBytes
    }
  }
  if (sizeBytes < minBytes) throw new UploadRefusedError(`The file has fewer than ${minBytes} bytes.`)
  yield { bytes: Buffer.concat(held), isLast: true }
  return undefined
}
