import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, TenantTransaction } from '../platform/database/index.ts'

/** How long a writer may be silent before another takes its turn over, by the database's clock. */
export const leaseSeconds = 8

/** The right to write one answer. A higher number beats a lower one (fencing). */
export type TurnLease = { accountId: AccountId; turnId: TurnId; leaseNumber: number }

export type RenewedLease = { turn_id: TurnId; lease_number: number; stop_requested: boolean }

/**
 * Renews this node's leases in one statement, across accounts; tells which still hold, and which of them were asked to
 * stop (by another node, or by the deletion of their chat). A lease that is not in the result is lost.
 */
export async function renewLeases(database: Database, leases: readonly TurnLease[]): Promise<RenewedLease[]> {
  const renewed = await sql<RenewedLease>`
    update turn set lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${leases.map((lease) => lease.accountId)}::text[], ${leases.map((lease) => lease.turnId)}::text[],
      ${leases.map((lease) => lease.leaseNumber)}::int[]) as held (account_id, turn_id, lease_number)
    where turn.account_id = held.account_id and turn.id = held.turn_id and turn.lease_number = held.lease_number and turn.state = 'open'
    returning turn.id as turn_id, turn.lease_number, turn.stop_requested_at is not null as stop_requested`.execute(
    database.kysely,
  )
  return renewed.rows
}

/** Whether this writer still has the right to write, held until the transaction ends. */
export async function holdsLease(
  trx: TenantTransaction,
  { accountId, turnId, leaseNumber }: TurnLease,
): Promise<boolean> {
  const held = await sql`
    select from turn
    where account_id = ${accountId} and id = ${turnId} and lease_number = ${leaseNumber} and state = 'open'
    for share`.execute(trx)
  return held.rows.length > 0
}

export type OrphanedTurn = {
  account_id: AccountId
  id: TurnId
  chat_id: ChatId
  asked_by: UserId
  requested_model_id: string
  model_id: string
  style: 'quick' | 'deep'
  lease_number: number
  attempts: number
  stop_requested: boolean
}

/** Takes over open turns whose writer died, across accounts: each is given to exactly one caller, with a higher number. */
export async function takeOrphans(
  database: Database,
  leaseOwner: string,
  most: number,
): Promise<OrphanedTurn[]> {
  const taken = await sql<OrphanedTurn>`
    update turn set lease_owner = ${leaseOwner}, lease_number = lease_number + 1, attempts = attempts + 1,
      lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    where (account_id, id) in (
      select account_id, id from turn where state = 'open' and lease_expires_at < now()
      order by lease_expires_at limit ${most} for update skip locked)
    returning account_id, id, chat_id, asked_by, requested_model_id, model_id, style, lease_number, attempts,
      stop_requested_at is not null as stop_requested`.execute(database.kysely)
  return taken.rows
}

/** Lets go of turns of which nothing was shown yet, so that the next node (or start) answers them at once. */
export async function giveUpLeases(database: Database, leases: readonly TurnLease[]): Promise<void> {
  await sql`
    update turn set lease_expires_at = now() - interval '1 second', attempts = attempts - 1
    from unnest(${leases.map((lease) => lease.turnId)}::text[], ${leases.map((lease) => lease.leaseNumber)}::int[]) as held (turn_id, lease_number)
    where turn.id = held.turn_id and turn.lease_number = held.lease_number and turn.state = 'open'`.execute(
    database.kysely,
  )
}
