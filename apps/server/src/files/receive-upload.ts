import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../platform/failure.ts'
import { letTakeItsTime } from '../platform/http/arrival.ts'
import {
  FileTooLargeError,
  type Storage,
  UploadRefusedError,
  type VerifiedUpload,
} from '../platform/storage/index.ts'
import { type ArrivingFile, readForm } from './read-form.ts'

/** Takes the files that are posted below one folder of the storage, for the noun that handed out their forms. */
export type UploadReceiver = {
  /** The beginning of their keys, up to a slash. */
  folder: string
  /**
   * Stores the file, when it may still come and is what it was said to be, and makes it known; else nothing of it stays.
   * Nothing is to be made known before the form has ended.
   */
  receive(upload: VerifiedUpload, file: ArrivingFile): Promise<void>
}

/**
 * Takes the multipart form that an upload form was for: its signature, key, type and size must be those signed; all else is its
 * receiver's to judge. Throws UPLOAD_REFUSED, FILE_TOO_LARGE, INVALID_INPUT and what the receiver throws.
 */
export async function receiveUpload(
  storage: Storage,
  receivers: readonly UploadReceiver[],
  request: FastifyRequest,
): Promise<void> {
  await readForm(request, async (fields, file) => {
    try {
      const upload = storage.verifyUploadForm(fields)
      letTakeItsTime(request)
      const receiver = receivers.find(({ folder }) => upload.key.startsWith(folder)) ?? fail('UPLOAD_REFUSED')
      await receiver.receive(upload, file)
    } catch (error) {
      throw refusal(error)
    }
  })
}

/** What the storage or the parser objects to, in the words of the contract. */
function refusal(cause: unknown): unknown {
  if (cause instanceof UploadRefusedError) return new Failure('UPLOAD_REFUSED', { cause })
  if (cause instanceof FileTooLargeError) return new Failure('FILE_TOO_LARGE', { cause })
  if (isBrokenForm(cause))
    return new Failure('INVALID_INPUT', {
      issues: [{ path: 'body', message: 'This form cannot be read.' }],
      cause,
    })
  return cause
}

/** The errors with which the parser breaks off the bytes of a file. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && String(error.code).startsWith('FST_MP_')) ||
    /^(Unexpected end|Part terminated)/.test(error.message))
