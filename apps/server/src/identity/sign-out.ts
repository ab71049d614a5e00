import { inSystem } from '../platform/database/index.ts'
import { endSession, endSessionsOf } from './live-sessions.ts'
import type { From } from './ports.ts'
import type { Tools } from './tools.ts'

/**
 * Ends the session of the cookie, or with `everywhere` every session of its user. Without a session there is nothing to
 * end, and the cookie is cleared all the same.
 */
export async function signOut(
  { database, refreshSessions, liveSessions, log }: Tools,
  { everywhere }: { everywhere: boolean },
  from: From,
): Promise<{ endedSessions: number; setCookies: string[] }> {
  const setCookies = await refreshSessions.forget()
  const read = await refreshSessions.read(from)
  if (read.outcome !== 'lives') return { endedSessions: 0, setCookies }

  const { userId, sessionId } = read.session
  const sessionIds = await inSystem(database, (transaction) =>
    everywhere ? endSessionsOf(transaction, userId) : endSession(transaction, sessionId),
  )
  liveSessions.announceEnd({ userId, sessionIds })
  log.info({ userId, sessionId, endedSessions: sessionIds.length }, 'signed out')
  return { endedSessions: sessionIds.length, setCookies }
}
