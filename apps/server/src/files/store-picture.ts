import type { Readable } from 'node:stream'
import { fail } from '../platform/failure.ts'
import { FileTooLargeError, type Storage, type VerifiedUpload } from '../platform/storage/index.ts'
import { cleanPicture, pictureTypes } from './picture.ts'
import type { ArrivingFile } from './read-form.ts'

/**
 * Stores a picture that arrives by its form: the bytes must be a picture of the signed type, and are cleaned. `expect` is asked
 * when the form has ended, before anything is stored, and throws for one that nobody waits for (any more).
 */
export async function storePicture<Expected>(
  storage: Storage,
  upload: VerifiedUpload,
  file: ArrivingFile,
  expect: () => Promise<Expected>,
): Promise<Expected> {
  const type =
    pictureTypes.find((pictureType) => pictureType === upload.contentType) ?? fail('FILE_NOT_SUPPORTED')
  const bytes = await allOf(file.bytes, upload.largestBytes)
  await file.formEnds()
  const expected = await expect()
  // Files are never replaced: of two uploads with one form at once, the later is refused here.
  await storage.put(upload.key, cleanPicture(bytes, type), upload)
  return expected
}

async function allOf(stream: Readable, largestBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  // A stream that is broken off here would hold up its form for ever: what is too much has to run into nothing.
  const read: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  for await (const chunk of read) {
    sizeBytes += chunk.length
    if (sizeBytes > largestBytes) throw new FileTooLargeError(largestBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
