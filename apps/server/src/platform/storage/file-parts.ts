import { Readable } from 'node:stream'
import { FileTooLargeError, type SizeRange, UploadRefusedError } from './storage.ts'

/** Bytes of a part: S3 takes none below 5 MiB but the last, and 10,000 of them at most. */
export const partBytes = 8 * 1024 * 1024

export type FilePart = { bytes: Buffer; isLast: boolean }

/**
 * Cuts what arrives into parts of a size and counts: at least one comes, if an empty one. Throws `FileTooLargeError` at the first byte
 * too many, `UploadRefusedError` when there are too few. Two parts are held at once at most.
 */
export async function* partsOf(
  body: Readable | Uint8Array,
  { smallestBytes = 0, largestBytes }: SizeRange,
): AsyncGenerator<FilePart, undefined, undefined> {
  let sizeBytes = 0
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    sizeBytes += bytes.byteLength
    if (sizeBytes > largestBytes) throw new FileTooLargeError(largestBytes)
    held.push(bytes)
    heldBytes += bytes.byteLength
    while (heldBytes > partBytes) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, partBytes), isLast: false }
      held = [all.subarray(partBytes)]
      heldBytes = all.byteLength - partBytes
    }
  }
  if (sizeBytes < smallestBytes)
    throw new UploadRefusedError(`The file has fewer than ${smallestBytes} bytes.`)
  yield { bytes: Buffer.concat(held), isLast: true }
  return undefined
}
