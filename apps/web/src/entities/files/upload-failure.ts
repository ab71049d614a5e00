import { ApiError, type ApiErrorCode, isAborted } from '../../lib/api/api-error.ts'

/** Which step of an upload did not succeed, and why. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
  readonly step: 'form' | 'file'

  constructor(step: 'form' | 'file', cause: unknown) {
    super(`The ${step} of an upload was not accepted.`, { cause })
    this.step = step
  }

  /** For `catch`: passes deliberate aborts on. */
  static throw(step: 'form' | 'file', error: unknown): never {
    throw isAborted(error) ? error : new UploadFailed(step, error)
  }
}

/** Errors that a retry would repeat, with phrases of their own. */
const lasting: readonly ApiErrorCode[] = [
  'FILE_NOT_SUPPORTED',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILES_TOO_LARGE_TOGETHER',
  'FILE_NAME_TAKEN',
  'TOO_MANY_FILES',
  'FORBIDDEN',
  'PUBLIC_ROOM_MEMBER',
  'NOT_A_MEMBER',
  'ACCOUNT_SUSPENDED',
  'NOT_FOUND',
]

/** Why an upload failed, if people can act on it. */
export type UploadFailure = {
  step: 'form' | 'file'
  /** The server's reason if it has a phrase; else only the step is shown. */
  reason: ApiError | null
  canRetry: boolean
}

export function uploadFailureOf(error: unknown): UploadFailure {
  const step = error instanceof UploadFailed ? error.step : 'file'
  const cause = error instanceof UploadFailed ? error.cause : error
  const isLasting = cause instanceof ApiError && lasting.includes(cause.code)
  const isReported =
    isLasting || (cause instanceof ApiError && ['UPLOAD_REFUSED', 'RATE_LIMITED'].includes(cause.code))
  return { step, reason: isReported ? cause : null, canRetry: !isLasting }
}
