import { ApiError, type ApiErrorCode, isAborted } from '../../lib/api-error.ts'

/** Which step of an upload did not succeed, and why. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
  readonly step: 'form' | 'file'

  constructor(step: 'form' | 'file', cause: unknown) {
    super(`The ${step} of an upload was not accepted.`, { cause })
    this.step = step
  }

  /** For `catch`: what was ended on purpose stays that. */
  static throw(step: 'form' | 'file', error: unknown): never {
    throw isAborted(error) ? error : new UploadFailed(step, error)
  }
}

/** What a try again would only hear again, with words of its own for people. */
const lasting: readonly ApiErrorCode[] = [
  'FILE_NOT_SUPPORTED',
  'FILE_TOO_LARGE',
  'FILES_TOO_LARGE_TOGETHER',
  'FILE_NAME_TAKEN',
  'TOO_MANY_FILES',
  'FORBIDDEN',
  'PUBLIC_ROOM_MEMBER',
  'NOT_A_MEMBER',
  'NOT_FOUND',
]

/** Why an upload failed, as far as people can do something about it. */
export type UploadFailure = {
  step: 'form' | 'file'
  /** The server's reason where it has words of its own; else only the step is told. */
  reason: ApiError | null
  canRetry: boolean
}

export function uploadFailureOf(error: unknown): UploadFailure {
  const step = error instanceof UploadFailed ? error.step : 'file'
  const cause = error instanceof UploadFailed ? error.cause : error
  const isLasting = cause instanceof ApiError && lasting.includes(cause.code)
  const isTold =
    isLasting || (cause instanceof ApiError && ['UPLOAD_REFUSED', 'RATE_LIMITED'].includes(cause.code))
  return { step, reason: isTold ? cause : null, canRetry: !isLasting }
}
