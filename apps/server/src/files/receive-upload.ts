import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../platform/failure.ts'
import { extendBodyTimeout } from '../platform/http/body-timeout.ts'
import {
  FileTooLargeError,
  type Storage,
  UploadRefusedError,
  type VerifiedUpload,
} from '../platform/storage/index.ts'
import { type ArrivingFile, readForm } from './read-form.ts'

/** Receives uploads into one storage folder, for the noun that issued their forms. */
export type UploadReceiver = {
  /** The prefix of their keys, up to a slash. */
  folder: string
  /**
   * Stores and records the file if it is still expected and valid; otherwise nothing is stored. Must not record anything before the form
   * has ended.
   */
  receive(upload: VerifiedUpload, file: ArrivingFile): Promise<void>
}

/**
 * Receives the multipart form of an upload form: signature, key, type and size must be as signed; its receiver checks the rest.
 * Throws UPLOAD_REFUSED, FILE_TOO_LARGE, INVALID_INPUT and the receiver's errors.
 */
export async function receiveUpload(
  storage: Storage,
  receivers: readonly UploadReceiver[],
  request: FastifyRequest,
): Promise<void> {
  await readForm(request, async (fields, file) => {
    try {
      const upload = storage.verifyUploadForm(fields)
      extendBodyTimeout(request)
      const receiver = receivers.find(({ folder }) => upload.key.startsWith(folder)) ?? fail('UPLOAD_REFUSED')
      await receiver.receive(upload, file)
    } catch (error) {
      throw refusal(error)
    }
  })
}

/** Converts errors of the storage and the parser to the contract's. */
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

/** The parser's errors for an incomplete file. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && String(error.code).startsWith('FST_MP_')) ||
    /^(Unexpected end|Part terminated)/.test(error.message))
