import { definitionOf, type ErrorCode } from '@atrium/contract'

/**
 * A provider's failure, in the contract's terms. `message` is for people, `cause` for operators: both contain what the provider
 * said about the request, never its key, its texts or the answer.
 */
export class ProviderFault extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | null
  /** Whether the same request may succeed in a few seconds. */
  readonly isTransient: boolean

  constructor(
    code: ErrorCode,
    {
      retryAfterSeconds = null,
      isTransient = false,
      cause,
    }: { retryAfterSeconds?: number | null; isTransient?: boolean; cause?: unknown } = {},
  ) {
    super(definitionOf(code).message, { cause })
    this.name = 'ProviderFault'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.isTransient = isTransient
  }
}
