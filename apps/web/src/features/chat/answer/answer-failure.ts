import type { ErrorCode } from '@atrium/contract'

/** Remedies for a failed answer. */
export type Remedy = 'summarise' | 'retry' | 'other-model' | 'edit' | 'new-chat'

type Advice =
  | 'NOT_ENOUGH_CREDITS'
  | 'CREDITS_EXHAUSTED'
  | 'TOKEN_LIMIT_REACHED'
  | 'REQUEST_NOT_PERMITTED'
  | 'MODEL_NOT_AVAILABLE'
  | 'TOO_MANY_ANSWERS'
  | 'CONTENT_FILTERED'
  | 'PROVIDER_REFUSED_KEY'
  | 'ANSWER_TOO_LONG'
  | 'provider'

export type Failure = {
  /** Phrase `advice.…`; null when the error says it all. */
  advice: Advice | null
  /** The most promising one first. */
  remedies: readonly Remedy[]
}

const providerTrouble: Failure = { advice: 'provider', remedies: ['retry', 'other-model'] }

const failures: Partial<Record<ErrorCode, Failure>> = {
  NOT_ENOUGH_CREDITS: { advice: 'NOT_ENOUGH_CREDITS', remedies: ['other-model', 'edit', 'retry'] },
  CREDITS_EXHAUSTED: { advice: 'CREDITS_EXHAUSTED', remedies: ['retry'] },
  TOKEN_LIMIT_REACHED: {
    advice: 'TOKEN_LIMIT_REACHED',
    remedies: ['summarise', 'other-model', 'edit', 'new-chat'],
  },
  SUMMARY_FAILED: providerTrouble,
  REQUEST_NOT_PERMITTED: { advice: 'REQUEST_NOT_PERMITTED', remedies: ['edit'] },
  MODEL_NOT_AVAILABLE: { advice: 'MODEL_NOT_AVAILABLE', remedies: ['other-model', 'retry'] },
  MODEL_NOT_ALLOWED_IN_ROOM: { advice: 'MODEL_NOT_AVAILABLE', remedies: ['other-model', 'retry'] },
  NO_MODEL_ALLOWED_IN_ROOM: { advice: null, remedies: ['retry', 'new-chat'] },
  PICTURES_NOT_SEEN: { advice: 'MODEL_NOT_AVAILABLE', remedies: ['other-model', 'edit'] },
  TOO_MANY_ANSWERS: { advice: 'TOO_MANY_ANSWERS', remedies: ['retry'] },
  CONTENT_FILTERED: { advice: 'CONTENT_FILTERED', remedies: ['edit', 'other-model'] },
  ANSWER_TOO_LONG: { advice: 'ANSWER_TOO_LONG', remedies: ['edit', 'retry'] },
  INVALID_INPUT: { advice: null, remedies: ['edit'] },
  NOT_FOUND: { advice: null, remedies: ['new-chat'] },
  NOT_A_MEMBER: { advice: null, remedies: [] },
  ACCOUNT_SUSPENDED: { advice: null, remedies: [] },
  PROVIDER_REFUSED_KEY: { advice: 'PROVIDER_REFUSED_KEY', remedies: ['other-model', 'retry'] },
  PROVIDER_RATE_LIMITED: providerTrouble,
  PROVIDER_UNAVAILABLE: providerTrouble,
  PROVIDER_REJECTED: { advice: 'provider', remedies: ['other-model', 'edit', 'retry'] },
  PROVIDER_DROPPED: providerTrouble,
  PROVIDER_STALLED: providerTrouble,
  PROVIDER_MALFORMED: providerTrouble,
  PROVIDER_EMPTY: providerTrouble,
}

/** Returns the advice and remedy for an error of an answer. */
export const failureFor = (code: ErrorCode | null): Failure =>
  (code === null ? undefined : failures[code]) ?? { advice: null, remedies: ['retry'] }

/**
 * Whole seconds until a retry makes sense, counted from the server's reply. A wrong browser clock never makes the wait longer
 * than the server asked for.
 */
export function secondsUntilRetry(
  retryAfterSeconds: number | null,
  failedAtMs: number,
  nowMs: number,
): number {
  if (retryAfterSeconds === null) return 0
  const elapsedSeconds = Math.max(0, (nowMs - failedAtMs) / 1000)
  return Math.max(0, Math.ceil(retryAfterSeconds - elapsedSeconds))
}
