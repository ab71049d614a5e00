import { definitionOf, type ErrorCode, type ErrorReply, type InputIssue } from '@atrium/contract'

type Extra = {
  issues?: InputIssue[]
  retryAfterSeconds?: number
  details?: Record<string, string | number | boolean>
  /** The underlying error; logged for incidents, never sent. */
  cause?: unknown
}

/** The error that ends a request, stream or job with a message for people. Created by `fail`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly extra: Extra

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(definitionOf(code).message, { cause: extra.cause })
    this.name = 'Failure'
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return definitionOf(this.code).status
  }
}

/** Throws an error of the contract's list. */
export function fail(code: ErrorCode, extra?: Extra): never {
  throw new Failure(code, extra)
}

/** Converts an unknown error to a failure: itself, or an incident without details. */
export const asFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('INTERNAL', { cause: error })

/** Returns the error reply of a failure. */
export const errorReply = (failure: Failure, requestId?: string): ErrorReply => ({
  isError: true,
  statusCode: failure.status,
  code: failure.code,
  message: failure.message,
  ...(failure.extra.issues && { issues: failure.extra.issues }),
  ...(failure.extra.retryAfterSeconds !== undefined && {
    retryAfterSeconds: failure.extra.retryAfterSeconds,
  }),
  ...(failure.extra.details && { details: failure.extra.details }),
  ...(requestId && { requestId }),
})
