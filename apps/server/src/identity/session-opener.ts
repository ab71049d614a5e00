import type { AccessToken, UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { AccessTokens } from './access-token.ts'
import { forgetExpiredSessions } from './live-sessions.ts'
import { noteUse } from './own-sessions.ts'
import { personOf } from './people.ts'
import type { From } from './ports.ts'
import type { RefreshSession, RefreshSessions } from './refresh-sessions.ts'

/** An open session: what the reply says, and the cookies that go with it. */
export type OpenSession = { token: AccessToken; setCookies: string[] }

export type SessionOpener = {
  /** Starts a session of somebody who has proved who they are. */
  open(userId: UserId, from: From): Promise<OpenSession>
  /** A new access token for a session that lives; null when its user is gone. */
  renew(session: RefreshSession, from: From): Promise<OpenSession | null>
}

export function createSessionOpener(
  database: Database,
  refreshSessions: RefreshSessions,
  accessTokens: AccessTokens,
  clock: Clock,
): SessionOpener {
  const renew = async ({ userId, sessionId, setCookies }: RefreshSession, from: From) => {
    const person = await personOf(database.kysely, userId)
    if (!person) return null
    await noteUse(database, sessionId, from, clock.now())
    const termsAccepted = person.termsAcceptedAt !== null
    const issued = await accessTokens.issue({ userId, sessionId, termsAccepted })
    return { token: { ...issued, userId, sessionId, termsAccepted }, setCookies }
  }
  return {
    renew,
    async open(userId, from) {
      await forgetExpiredSessions(database, userId, clock.now())
      const opened = await renew(await refreshSessions.start(userId, from), from)
      if (!opened) throw new Error('A session was opened for a user without a profile.')
      return opened
    },
  }
}
