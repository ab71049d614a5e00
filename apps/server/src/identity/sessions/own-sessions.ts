import type { OwnSession, SessionId, UserId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { deviceOf } from './device.ts'
import { networkToShow } from '../network.ts'
import type { IdentityServices } from '../identity-services.ts'

type Actor = { userId: UserId; sessionId: SessionId }

/** Returns a person's sessions: the current one first, then by last use. */
export async function listOwnSessions(
  { database, clock }: IdentityServices,
  actor: Actor,
): Promise<OwnSession[]> {
  const rows = await database.kysely
    .selectFrom('identity_session')
    .select(['id', 'user_agent', 'ip_address', 'last_ip_address', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.userId)
    .where('expires_at', '>', clock.now())
    .orderBy((eb) => eb('id', '=', actor.sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent ?? ''),
    network: networkToShow(row.last_ip_address ?? row.ip_address ?? ''),
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === actor.sessionId,
  }))
}

/** Ends one of the caller's sessions, including their own. Another person's looks missing. */
export async function endOwnSession(
  services: IdentityServices,
  { userId }: Actor,
  sessionId: SessionId,
): Promise<number> {
  const ended = await end(services, userId, (transaction) =>
    transaction
      .deleteFrom('identity_session')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .returning('id')
      .execute(),
  )
  return ended > 0 ? ended : fail('NOT_FOUND')
}

/** Ends every session of the caller but this one. */
export const endOtherSessions = (services: IdentityServices, { userId, sessionId }: Actor): Promise<number> =>
  end(services, userId, (transaction) => deleteOtherSessions(transaction, { userId, sessionId }))

/** Announce them after the commit. */
export const deleteOtherSessions = (transaction: Transaction, { userId, sessionId }: Actor) =>
  transaction
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .returning('id')
    .execute()

async function end(
  { database, liveSessions, log }: IdentityServices,
  userId: UserId,
  deleteSome: (transaction: Transaction) => Promise<{ id: SessionId }[]>,
): Promise<number> {
  const sessionIds = (await inSystem(database, deleteSome)).map(({ id }) => id)
  liveSessions.announceEnd({ userId, sessionIds })
  if (sessionIds.length > 0)
    log.info({ event: 'session.ended', userId, endedSessions: sessionIds.length }, 'Ended sessions')
  return sessionIds.length
}
