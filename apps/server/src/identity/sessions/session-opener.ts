import type { AccessToken, UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { AccessTokens } from './access-token.ts'
import { endSession, forgetExpiredSessions, type LiveSessions } from './live-sessions.ts'
import { noteUse } from './note-use.ts'
import { personOf } from '../people.ts'
import type { From } from '../ports.ts'
import type { RefreshSession, RefreshSessions } from './refresh-sessions.ts'

/** An open session: the reply's content, and its cookies. */
export type OpenSession = { token: AccessToken; setCookies: string[] }

export type SessionOpener = {
  /** Opens a session for a person who has proved who they are. */
  open(userId: UserId, from: From): Promise<OpenSession>
  /** Returns a new access token for an existing session; null when its user is gone. */
  renew(session: RefreshSession, from: From): Promise<OpenSession | null>
}

export function createSessionOpener({
  database,
  refreshSessions,
  liveSessions,
  accessTokens,
  clock,
}: {
  database: Database
  refreshSessions: RefreshSessions
  liveSessions: LiveSessions
  accessTokens: AccessTokens
  clock: Clock
}): SessionOpener {
  /** Signing in replaces the browser's session, whosever it was: its cookie is about to be overwritten. */
  const endFormer = async (from: From) => {
    const read = await refreshSessions.read(from)
    if (read.outcome !== 'lives') return
    const { userId, sessionId } = read.session
    const sessionIds = await inSystem(database, (transaction) => endSession(transaction, sessionId))
    liveSessions.announceEnd({ userId, sessionIds })
  }
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
      await endFormer(from)
      const opened = await renew(await refreshSessions.start(userId, from), from)
      if (!opened) throw new Error('A session was opened for a user without a profile.')
      return opened
    },
  }
}
