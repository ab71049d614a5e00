import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type AttemptLimits, subjectOf } from './attempts.ts'

/** Attempts that lock a person out. */
const locking = [
  'signInByEmail',
  'signInByEmailAndNetwork',
  'signInByKnownBrowser',
  'secondFactorByUser',
  'secondFactorByKnownBrowser',
  'codeByEmailAndBrowser',
] as const

/** Lockouts from anywhere: their end, by the hash of an address or a user's id. */
export type Locks = ReadonlyMap<string, Date>

export async function readLocks(trx: Transaction, limits: AttemptLimits, now: Date): Promise<Locks> {
  const exhausted = locking.map((kind) => sql`(kind = ${kind} and tries >= ${limits[kind].most})`)
  const { rows } = await sql<{ subject: string; until: Date }>`
    select subject, max(resets_at) as until from identity_attempt
    where subject is not null and resets_at > ${now} and (${sql.join(exhausted, sql` or `)})
    group by subject`.execute(trx)
  return new Map(rows.map(({ subject, until }) => [subject, until]))
}

type Locked = { userId: UserId | null; email: string }

const subjectsOf = ({ userId, email }: Locked): string[] =>
  [subjectOf({ email: email.toLowerCase() }), userId && subjectOf({ userId })].filter(
    (subject) => subject !== null,
  )

/** Until when this person is locked out; null when they are not. */
export function lockedUntil(locks: Locks, person: Locked): Date | null {
  const times = subjectsOf(person).flatMap((subject) => locks.get(subject) ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times.map((until) => until.getTime())))
}

/** Clears a person's failed attempts; returns whether there were any. */
export async function unlock(trx: Transaction, person: Locked): Promise<boolean> {
  const forgotten = await trx
    .deleteFrom('identity_attempt')
    .where('subject', 'in', subjectsOf(person))
    .where('kind', 'in', locking)
    .returning('key')
    .execute()
  return forgotten.length > 0
}
