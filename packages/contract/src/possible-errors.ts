import type { Caller, Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Errors that any endpoint may return. */
const always: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
]

const withToken: readonly ErrorCode[] = ['UNAUTHENTICATED', 'CONTEXT_MISMATCH', 'NOT_A_MEMBER']
const inAccount: readonly ErrorCode[] = [
  ...withToken,
  'TERMS_NOT_ACCEPTED',
  'ACCOUNT_REQUIRED',
  'ACCOUNT_SUSPENDED',
]

const byCaller: Record<Caller, readonly ErrorCode[]> = {
  anyone: [],
  'file-signature': ['UPLOAD_REFUSED'],
  'refresh-cookie': ['ORIGIN_REFUSED'],
  'signed-in': withToken,
  'accepted-terms': [...withToken, 'TERMS_NOT_ACCEPTED'],
  'account-member': inAccount,
  'account-admin': [...inAccount, 'NOT_FOUND', 'FORBIDDEN'],
  'system-admin': ['UNAUTHENTICATED', 'TERMS_NOT_ACCEPTED', 'NOT_FOUND'],
}

const byIdempotency: Record<NonNullable<Endpoint['idempotency']>, readonly ErrorCode[]> = {
  key: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  ids: ['IDEMPOTENCY_KEY_REUSED'],
}

/** Returns every error of an endpoint: those that it declares, and those that follow from how it is called. */
export const possibleErrors = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set([
    ...endpoint.errors,
    ...byCaller[endpoint.caller],
    ...(endpoint.policy ? (['NOT_FOUND'] as const) : []),
    // Some who may read a shared chat may not do this.
    ...(endpoint.policy === 'chat:write' ? (['FORBIDDEN'] as const) : []),
    ...(endpoint.pausesInDowntime ? (['DOWNTIME'] as const) : []),
    ...(endpoint.idempotency ? byIdempotency[endpoint.idempotency] : []),
    ...always,
  ]),
]
