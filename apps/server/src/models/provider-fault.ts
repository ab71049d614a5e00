import { definitionOf, type ErrorCode } from '@atrium/contract'

/**
 * How a provider let an answer down, in the contract's words. `message` is for people, `cause` for operators: both hold what
 * the provider said of the request, never its key, its texts or the answer.
 */
export class ProviderFault extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(definitionOf(code).message, { cause })
    this.name = 'ProviderFault'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
