import { createHash } from 'node:crypto'
import type { SessionId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { networkOf } from '../network.ts'

export type AttemptLimit = { most: number; perSeconds: number }

const quarterHour = 15 * 60
const hour = 60 * 60

/** Limits of attempts. An office behind one network address must fit; an email address belongs to one person. */
export const attemptLimits = {
  signInByEmailAndNetwork: { most: 10, perSeconds: quarterHour },
  signInByEmail: { most: 100, perSeconds: hour },
  signInByKnownBrowser: { most: 10, perSeconds: quarterHour },
  signInByNetwork: { most: 300, perSeconds: quarterHour },
  signUpByNetwork: { most: 100, perSeconds: hour },
  openIdByNetwork: { most: 600, perSeconds: quarterHour },
  codeByEmailAndBrowser: { most: 10, perSeconds: hour },
  wrongCodeByNetwork: { most: 300, perSeconds: quarterHour },
  passkeyByNetwork: { most: 600, perSeconds: quarterHour },
  secondFactorByUser: { most: 10, perSeconds: hour },
  secondFactorByKnownBrowser: { most: 10, perSeconds: hour },
  proofBySession: { most: 10, perSeconds: quarterHour },
  mailByNetwork: { most: 100, perSeconds: hour },
  waitingListByNetwork: { most: 30, perSeconds: hour },
  testMailByUser: { most: 20, perSeconds: hour },
  modelTimingByUser: { most: 100, perSeconds: 24 * hour },
} satisfies Record<string, AttemptLimit>
export type AttemptLimits = Record<keyof typeof attemptLimits, AttemptLimit>

/** Who tries: an email address or a user, a network, a browser or a session, or several of them. */
type Tried = {
  email?: string
  userId?: UserId
  ip?: string
  browserHash?: string | null
  sessionId?: SessionId
}

export type Attempts = {
  /**
   * Counts one attempt before it is made, correctly under concurrency. Throws RATE_LIMITED above the limit; for `Network`, an
   * IPv6 caller counts as its /64 network.
   */
  count(kind: keyof AttemptLimits, by: Tried): Promise<void>
  /** Clears the attempts after the person proved who they are. */
  forgive(kind: keyof AttemptLimits, by: Tried): Promise<void>
}

/** Counts attempts in the database, across restarts and nodes. */
export function createAttempts(database: Database, limits: AttemptLimits, clock: Clock): Attempts {
  return {
    async count(kind, by) {
      const { most, perSeconds } = limits[kind]
      const now = clock.now()
      const { rows } = await sql<{ tries: number; resets_at: Date }>`
        insert into identity_attempt as attempt (key, kind, subject, tries, resets_at)
        values (${keyOf(kind, by)}, ${kind}, ${subjectOf(by)}, 1, ${new Date(now.getTime() + perSeconds * 1000)})
        on conflict (key) do update set
          tries = case when attempt.resets_at <= ${now} then 1 else attempt.tries + 1 end,
          resets_at = case when attempt.resets_at <= ${now} then excluded.resets_at else attempt.resets_at end
        returning tries, resets_at`.execute(database.kysely)
      const counted = rows[0]
      if (counted && counted.tries > most)
        fail('RATE_LIMITED', {
          retryAfterSeconds: Math.max(1, Math.ceil((counted.resets_at.getTime() - now.getTime()) / 1000)),
        })
    },
    async forgive(kind, by) {
      await database.kysely
        .deleteFrom('identity_attempt')
        .where((where) =>
          where.or([where('key', '=', keyOf(kind, by)), where('resets_at', '<=', clock.now())]),
        )
        .execute()
    },
  }
}

/** The hashed address or id of the attempts' person; null for a network alone. */
export function subjectOf({ email, userId }: Pick<Tried, 'email' | 'userId'>): string | null {
  const subject = userId ?? email
  return subject === undefined ? null : createHash('sha256').update(subject).digest('hex')
}

/** Hashed, so that the table reveals nobody. */
function keyOf(kind: string, tried: Tried): string {
  const { userId, sessionId, email = userId ?? '', ip, browserHash = sessionId } = tried
  return createHash('sha256')
    .update(JSON.stringify([kind, email, ip === undefined ? '' : networkOf(ip), browserHash ?? '']))
    .digest('base64url')
}
