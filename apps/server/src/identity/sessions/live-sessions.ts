import type { SessionId, UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'

export type EndedSessions = { userId: UserId; sessionIds: SessionId[] }
export type SessionsEndedListener = (ended: EndedSessions) => void

export type LiveSessions = {
  /** Returns whether the session still exists, cached for at most a second. */
  isAlive(sessionId: SessionId): Promise<boolean>
  /** Ends sessions in this process at once: refuses their tokens and closes their streams. */
  announceEnd(ended: EndedSessions): void
  /** Refuses the tokens of sessions that ended in another process. */
  refuse(sessionIds: readonly SessionId[]): void
  /** Subscribes to ended sessions; returns the function that unsubscribes. */
  onEnded(listener: SessionsEndedListener): () => void
}

const believedForMs = 1000
const maxRemembered = 20_000

type Remembered = { alive: Promise<boolean>; untilMs: number }

export function createLiveSessions(database: Database, clock: Clock): LiveSessions {
  const remembered = new Map<SessionId, Remembered>()
  const listeners = new Set<SessionsEndedListener>()

  const remember = (sessionId: SessionId, alive: Promise<boolean>) => {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(sessionId, { alive, untilMs: clock.now().getTime() + believedForMs })
  }
  // Overwritten, not deleted: a query under way may have been sent before the end.
  const refuse = (sessionIds: readonly SessionId[]) => {
    for (const sessionId of sessionIds) remember(sessionId, Promise.resolve(false))
  }
  return {
    refuse,
    isAlive(sessionId) {
      const known = remembered.get(sessionId)
      const leftMs = known ? known.untilMs - clock.now().getTime() : 0
      // More than the full time is left when the clock was set back.
      if (known && leftMs > 0 && leftMs <= believedForMs) return known.alive
      const alive = askDatabase(database, sessionId, clock)
      remember(sessionId, alive)
      // A failure goes to the caller and is not cached.
      alive.catch(() => remembered.delete(sessionId))
      return alive
    },
    announceEnd(ended) {
      refuse(ended.sessionIds)
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

/** Deletes expired sessions of a user. */
export async function forgetExpiredSessions({ kysely }: Database, userId: UserId, now: Date): Promise<void> {
  await kysely
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Ends one session; returns its id if it existed. Announce it after the commit. */
export async function endSession(transaction: Transaction, sessionId: SessionId): Promise<SessionId[]> {
  const rows = await transaction
    .deleteFrom('identity_session')
    .where('id', '=', sessionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends every session that began before a time; returns them by user. Announce them after the commit. */
export async function endSessionsBefore(transaction: Transaction, before: Date): Promise<EndedSessions[]> {
  const rows = await transaction
    .deleteFrom('identity_session')
    .where('created_at', '<', before)
    .returning(['user_id', 'id'])
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return Array.from(byUser, ([userId, sessions]) => ({ userId, sessionIds: sessions.map(({ id }) => id) }))
}

/** Ends every session of a user; returns their ids. Announce them after the commit. */
export async function endSessionsOf(transaction: Transaction, userId: UserId): Promise<SessionId[]> {
  const rows = await transaction
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
