import type { SystemPerson, UserId } from '@atrium/contract'
import {
  type AttemptLimits,
  attemptLimits,
  type Identity,
  lockedUntil,
  readLocks,
} from '../../identity/index.ts'
import { type Database, type Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { UserPorts } from '../../users/index.ts'
import type { PeopleScope, PersonRow } from './queries.ts'

export type PeoplePorts = {
  database: Database
  identity: Pick<Identity, 'requireProof' | 'personOf' | 'sendSecurityMail' | 'endSessions'>
  /** Addresses of ATRIUM_ADMINS. */
  admins: readonly string[]
  attemptLimits?: AttemptLimits | undefined
  /** Ends the running answers and the chat links of a person in an account. */
  endActivity: UserPorts['endActivity']
  now: () => Date
  log: Log
}

export type ScopePorts = Pick<PeoplePorts, 'admins' | 'attemptLimits' | 'now'>

export async function scopeOf(trx: Transaction, ports: ScopePorts): Promise<PeopleScope> {
  const now = ports.now()
  const locks = await readLocks(trx, ports.attemptLimits ?? attemptLimits, now)
  return { admins: ports.admins, locks, now }
}

/** A person as system administrators see them. */
export function presentPerson(row: PersonRow, { locks }: PeopleScope): SystemPerson {
  const { isNamed, isGranted, deletionAt, signedUpAt, lastSeenAt, ...rest } = row
  const until = row.state === 'locked' ? lockedUntil(locks, { userId: row.id, email: row.email }) : null
  return {
    ...rest,
    deletionAt: deletionAt?.toISOString() ?? null,
    lockedUntil: until?.toISOString() ?? null,
    signedUpAt: signedUpAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    systemAdmin: isNamed ? 'environment' : isGranted ? 'granted' : null,
  }
}

export type Deed = { actorId: UserId; userId: UserId }
