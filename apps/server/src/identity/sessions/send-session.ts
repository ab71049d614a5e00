import type { AccessToken } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import type { OpenSession } from './session-opener.ts'
import { withMark } from './session-mark.ts'

/** Sends a session to the browser: the token in the reply, the refresh cookie with it. */
export function sendSession(reply: FastifyReply, { token, setCookies }: OpenSession): { data: AccessToken } {
  keepPrivate(reply, setCookies)
  return { data: token }
}

/** Prevents caching of the reply. */
export function keepPrivate(reply: FastifyReply, setCookies: string[] = []): void {
  reply.header('cache-control', 'no-store')
  if (setCookies.length > 0) reply.header('set-cookie', withMark(setCookies))
}
