import type { ErrorCode, InputIssue } from '@atrium/contract'
import type { BrowserErrorCode } from '@atrium/phrases'

export type ApiErrorCode = ErrorCode | BrowserErrorCode

type ApiErrorFacts = {
  code: ApiErrorCode
  /** HTTP status; 0 without a response. */
  status: number
  message: string
  issues?: InputIssue[] | undefined
  retryAfterSeconds?: number | undefined
  details?: Record<string, string | number | boolean> | undefined
  cause?: unknown
}

/** Why a call failed. Screens show the phrase of its code, not its message. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number
  readonly issues: InputIssue[]
  readonly retryAfterSeconds: number | null
  readonly details: Record<string, string | number | boolean>

  constructor(facts: ApiErrorFacts) {
    super(facts.message, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.issues = facts.issues ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.details = facts.details ?? {}
  }
}

/** Aborted by the caller: not an error to show. */
export class CallAborted extends Error {
  override name = 'CallAborted'
}

const silentMessages = ['bodystreambuffer was aborted', 'the operation was aborted.', 'request cancelled']

/** Whether a failure is an abort, in any browser's form. */
export function isAborted(error: unknown): boolean {
  if (error instanceof CallAborted) return true
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || silentMessages.includes(error.message.trim().toLowerCase())
}

const noAnswer = 'Something went wrong'
const timedOut = 'Looks like something took a bit too long! Please try again shortly.'

/** Classifies a failed `fetch`: aborted, timed out, or no response. */
export function failureOf(error: unknown): ApiError | CallAborted {
  if (error instanceof ApiError || error instanceof CallAborted) return error
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ApiError({ code: 'TIMED_OUT', status: 0, message: timedOut, cause: error })
  if (isAborted(error)) return new CallAborted('Request cancelled', { cause: error })
  return new ApiError({ code: 'NO_ANSWER', status: 0, message: noAnswer, cause: error })
}

const codeByStatus: Partial<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

type ErrorFields = Partial<Omit<ApiErrorFacts, 'status' | 'cause'>> & { isError?: boolean }

/** Parses an error response leniently: it may come from a proxy in another format. */
export async function errorFromReply(reply: Response): Promise<ApiError & { saidByServer: boolean }> {
  const fields = await reply.json().then(asFields, () => ({}) as ErrorFields)
  const error = new ApiError({
    code: fields.code ?? codeByStatus[reply.status] ?? 'INTERNAL',
    status: reply.status,
    message: fields.message ?? noAnswer,
    issues: fields.issues,
    retryAfterSeconds: fields.retryAfterSeconds ?? secondsOf(reply.headers.get('retry-after')),
    details: fields.details,
  })
  return Object.assign(error, { saidByServer: fields.isError === true })
}

const asFields = (body: unknown): ErrorFields => (typeof body === 'object' && body !== null ? body : {})

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
