import type { Readable } from 'node:stream'
import { fail } from '../../platform/failure.ts'
import { FileTooLargeError, type Storage, type VerifiedUpload } from '../../platform/storage/index.ts'
import { cleanPicture, pictureTypes } from './picture.ts'
import type { ArrivingFile } from '../read-form.ts'

/**
 * Stores a picture uploaded by its form: the bytes must be a picture of the signed type, and are cleaned. Calls `expect` when the
 * form has ended, before storing; it throws if the upload is not, or no longer, expected.
 */
export async function storePicture<Expected>(
  storage: Storage,
  upload: VerifiedUpload,
  file: ArrivingFile,
  expect: () => Promise<Expected>,
): Promise<Expected> {
  const type =
    pictureTypes.find((pictureType) => pictureType === upload.contentType) ?? fail('FILE_NOT_SUPPORTED')
  const bytes = await allOf(file.bytes, upload.maxBytes)
  await file.formEnds()
  const expected = await expect()
  // Files are never replaced: of two concurrent uploads with one form, the later is refused here.
  await storage.put(upload.key, cleanPicture(bytes, type), upload)
  return expected
}

async function allOf(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  // Aborting the stream would block its form forever: excess bytes must be discarded.
  const read: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  for await (const chunk of read) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
