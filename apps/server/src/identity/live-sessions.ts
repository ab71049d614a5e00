import type { SessionId, UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/index.ts'

export type EndedSessions = { userId: UserId; sessionIds: SessionId[] }
export type SessionsEndedListener = (ended: EndedSessions) => void

export type LiveSessions = {
  /** Whether the session is still good; an answer of the database is believed for at most a second. */
  isAlive(sessionId: SessionId): Promise<boolean>
  /** Tells this process at once that sessions are over: their tokens are refused from now on, their streams are closed. */
  announceEnd(ended: EndedSessions): void
  /** Hears of sessions that ended; returns how to stop listening. */
  onEnded(listener: SessionsEndedListener): () => void
}

const believedForMs = 1000
const mostRemembered = 20_000

type Remembered = { alive: Promise<boolean>; untilMs: number }

export function createLiveSessions(database: Database, clock: Clock): LiveSessions {
  const remembered = new Map<SessionId, Remembered>()
  const listeners = new Set<SessionsEndedListener>()

  const remember = (sessionId: SessionId, alive: Promise<boolean>) => {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(sessionId, { alive, untilMs: clock.now().getTime() + believedForMs })
  }
  return {
    isAlive(sessionId) {
      const known = remembered.get(sessionId)
      const leftMs = known ? known.untilMs - clock.now().getTime() : 0
      // More than was given is left when the clock was set back.
      if (known && leftMs > 0 && leftMs <= believedForMs) return known.alive
      const alive = askDatabase(database, sessionId, clock)
      remember(sessionId, alive)
      // A failure is told to whoever asked and not remembered.
      alive.catch(() => remembered.delete(sessionId))
      return alive
    },
    announceEnd(ended) {
      // Written over, not deleted: a question that is still under way may have been asked before the end.
      for (const sessionId of ended.sessionIds) remember(sessionId, Promise.resolve(false))
      if (ended.sessionIds.length > 0) for (const listener of listeners) listener(ended)
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

async function askDatabase({ kysely }: Database, sessionId: SessionId, clock: Clock): Promise<boolean> {
  const row = await kysely
    .selectFrom('identity_session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row !== undefined
}

/** Takes away sessions of a user that ended by themselves. */
export async function forgetExpiredSessions({ kysely }: Database, userId: UserId, now: Date): Promise<void> {
  await kysely
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Ends one session; its id when it was still there. Announce it after the commit. */
export async function endSession(transaction: Transaction, sessionId: SessionId): Promise<SessionId[]> {
  const rows = await transaction
    .deleteFrom('identity_session')
    .where('id', '=', sessionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends every session of a user; their ids. Announce them after the commit. */
export async function endSessionsOf(transaction: Transaction, userId: UserId): Promise<SessionId[]> {
  const rows = await transaction
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
