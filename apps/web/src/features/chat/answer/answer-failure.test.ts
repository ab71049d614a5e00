import { errorCodes, type ErrorCode } from '@atrium/contract'
import { expect, test } from 'vitest'
import { failureFor, secondsUntilRetry } from './answer-failure.ts'

test.each<[ErrorCode, string | null, string[]]>([
  ['NOT_ENOUGH_CREDITS', 'NOT_ENOUGH_CREDITS', ['other-model', 'edit', 'retry']],
  ['CREDITS_EXHAUSTED', 'CREDITS_EXHAUSTED', ['retry']],
  ['TOKEN_LIMIT_REACHED', 'TOKEN_LIMIT_REACHED', ['summarise', 'other-model', 'edit', 'new-chat']],
  ['SUMMARY_FAILED', 'provider', ['retry', 'other-model']],
  ['REQUEST_NOT_PERMITTED', 'REQUEST_NOT_PERMITTED', ['edit']],
  ['PROVIDER_RATE_LIMITED', 'provider', ['retry', 'other-model']],
  ['INTERNAL', null, ['retry']],
])('CHAT-14 %s has advice', (code, advice, remedies) => {
  expect(failureFor(code)).toEqual({ advice, remedies })
})

test('CHAT-14 every error of asking or of a provider leaves a way on', () => {
  const dead = errorCodes.filter((code) => failureFor(code).remedies.length === 0)
  expect(dead).toEqual(['NOT_A_MEMBER', 'ACCOUNT_SUSPENDED'])
  expect(failureFor(null).remedies).toEqual(['retry'])
})

test.each([
  ['no wait was asked for', null, 0, 5_000, 0],
  ['just failed', 30, 1_000, 1_000, 30],
  ['counted down, rounded up', 30, 1_000, 11_500, 20],
  ['over', 30, 1_000, 60_000, 0],
  ['a clock that runs behind', 30, 100_000, 1_000, 30],
])('CHAT-14 the wait before a retry: %s', (_, seconds, failedAtMs, nowMs, expected) => {
  expect(secondsUntilRetry(seconds, failedAtMs, nowMs)).toBe(expected)
})
