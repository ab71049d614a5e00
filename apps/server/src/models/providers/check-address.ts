import { isIP } from 'node:net'
import type { InputIssue } from '@atrium/contract'
import { isOwnOrGlobalAddress } from '../../platform/egress/index.ts'

/** Checks an address that is always refused. Names are resolved and checked on each request. */
export function issuesOfAddress(baseUrl: string): InputIssue[] {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0 || isOwnOrGlobalAddress(host)) return []
  return [{ path: 'body.baseUrl', message: 'Providers are not asked at this address.' }]
}

/** A stored key is for its host: otherwise anybody who may change the address could have it sent to themselves. */
export const isSameHost = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin

export const keyIsForAnotherHost: InputIssue = {
  path: 'body.key',
  message: 'Give the key again: the kept one is only for the host that it was given for.',
}
