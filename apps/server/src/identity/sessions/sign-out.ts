import { inSystem } from '../../platform/database/index.ts'
import { endSession, endSessionsOf } from './live-sessions.ts'
import type { From } from '../ports.ts'
import type { IdentityServices } from '../identity-services.ts'

/** Ends the cookie's session, or with `everywhere` every session of its user. Without a session, only clears the cookie. */
export async function signOut(
  { database, refreshSessions, liveSessions, log }: IdentityServices,
  { everywhere }: { everywhere: boolean },
  from: From,
): Promise<{ endedSessions: number; setCookies: string[] }> {
  const setCookies = refreshSessions.forget()
  const read = await refreshSessions.read(from)
  if (read.outcome !== 'lives') return { endedSessions: 0, setCookies }

  const { userId, sessionId } = read.session
  const sessionIds = await inSystem(database, (transaction) =>
    everywhere ? endSessionsOf(transaction, userId) : endSession(transaction, sessionId),
  )
  liveSessions.announceEnd({ userId, sessionIds })
  log.info({ event: 'session.signed_out', userId, sessionId, endedSessions: sessionIds.length }, 'Signed out')
  return { endedSessions: sessionIds.length, setCookies }
}
