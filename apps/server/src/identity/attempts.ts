import { createHash } from 'node:crypto'
import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { networkOf } from './network.ts'

export type AttemptLimit = { most: number; perSeconds: number }

const quarterHour = 15 * 60
const hour = 60 * 60

/** What may be tried how often. Per network an office behind one address must fit, per address of email only one person. */
export const attemptLimits = {
  signInByEmailAndNetwork: { most: 10, perSeconds: quarterHour },
  signInByEmail: { most: 100, perSeconds: hour },
  signInByNetwork: { most: 300, perSeconds: quarterHour },
  signUpByNetwork: { most: 100, perSeconds: hour },
  codeByEmail: { most: 10, perSeconds: hour },
  codeByNetwork: { most: 300, perSeconds: quarterHour },
  passkeyByNetwork: { most: 600, perSeconds: quarterHour },
  secondFactorByUser: { most: 10, perSeconds: hour },
  proofByUser: { most: 10, perSeconds: quarterHour },
  mailByNetwork: { most: 100, perSeconds: hour },
} satisfies Record<string, AttemptLimit>
export type AttemptLimits = Record<keyof typeof attemptLimits, AttemptLimit>

/** By whom: an address of email or a user, a network, or both. */
type Tried = { email?: string; userId?: UserId; ip?: string }

export type Attempts = {
  /**
   * Counts one attempt, before it is made, so that any number at the same moment is counted right. Ends the request with
   * RATE_LIMITED when there were too many; by `Network` an IPv6 caller is its /64 network.
   */
  count(kind: keyof AttemptLimits, by: Tried): Promise<void>
  /** Forgets the attempts: the person proved who they are. */
  forgive(kind: keyof AttemptLimits, by: Tried): Promise<void>
}

/** Attempts are counted in the database: a restart forgives nobody, and all nodes count together. */
export function createAttempts(database: Database, limits: AttemptLimits, clock: Clock): Attempts {
  return {
    async count(kind, by) {
      const { most, perSeconds } = limits[kind]
      const now = clock.now()
      const { rows } = await sql<{ tries: number; resets_at: Date }>`
        insert into identity_attempt as attempt (key, tries, resets_at)
        values (${keyOf(kind, by)}, 1, ${new Date(now.getTime() + perSeconds * 1000)})
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

/** Hashed: the table tells nobody who was here. */
function keyOf(kind: string, { userId, email = userId ?? '', ip }: Tried): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, email, ip === undefined ? '' : networkOf(ip)]))
    .digest('base64url')
}
