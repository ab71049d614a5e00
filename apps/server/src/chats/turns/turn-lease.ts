import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import { turnsToIndex } from '../history/index-turns.ts'

/** How long a writer may be silent, by the database's clock, before another takes its turn over. */
export const leaseSeconds = 8

/** The right to write one answer. A higher number beats a lower one (fencing token). */
export type TurnLease = { accountId: AccountId; turnId: TurnId; leaseNumber: number }

/** The lease of a turn that an agent job writes never expires: the job has a lease of its own, and its workers take it over. */
export type RenewedLease = { turn_id: TurnId; lease_number: number; stop_requested: boolean }

/**
 * Renews this node's leases in one statement, across accounts; returns those still valid, and which have a stop request (from
 * another node, or by deleting the chat). A lease that is not in the result is lost.
 */
export async function renewLeases(database: Database, leases: readonly TurnLease[]): Promise<RenewedLease[]> {
  const renewed = await sql<RenewedLease>`
    update turn set lease_expires_at = greatest(lease_expires_at, now() + make_interval(secs => ${leaseSeconds}))
    from unnest(${leases.map((lease) => lease.accountId)}::text[], ${leases.map((lease) => lease.turnId)}::text[],
      ${leases.map((lease) => lease.leaseNumber)}::int[]) as held (account_id, turn_id, lease_number)
    where turn.account_id = held.account_id and turn.id = held.turn_id and turn.lease_number = held.lease_number and turn.state = 'open'
    returning turn.id as turn_id, turn.lease_number, turn.stop_requested_at is not null as stop_requested`.execute(
    database.kysely,
  )
  return renewed.rows
}

/** Returns whether this writer still has the lease, locked until the transaction ends. */
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
  /** Its writer released the turn deliberately, with everything written in the log. */
  handed_over: boolean
}

/** The current time of the database; `takeOrphans` refuses it a second later. */
export type Freshness = string

export async function readFreshness(database: Database): Promise<Freshness> {
  const read = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database.kysely)
  return read.rows[0]?.now ?? '-infinity'
}

/** SQL for the open turns, by the table that the database keeps of them (migration 0540); a condition can follow. */
export const openTurns = sql`pending_turn
  join turn on turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id and turn.state = 'open'`

/**
 * Whether, across accounts, some answer is open that no agent job writes, a question waits in a queue, or a turn is not indexed for search
 * yet.
 */
export async function hasOpenWork(database: Database): Promise<boolean> {
  const read = await sql<{ hasOpen: boolean }>`
    select exists (select from ${openTurns} and turn.lease_expires_at < 'infinity')
      or exists (select from queued_question where state in ('waiting', 'confirmed'))
      or exists (select from ${turnsToIndex}) as "hasOpen"`.execute(database.kysely)
  return read.rows[0]?.hasOpen ?? true
}

type TakeoverOptions = {
  limit: number
  /** `given up`: only leases that their writer released, or of a process known to be dead. */
  scope: 'expired' | 'given up'
  /** Takes nothing when the database executes this more than a second later: it hung in between. */
  freshness: Freshness
}

/** Takes over open turns whose writer died, across accounts; exactly one caller gets each, with a higher number. */
export async function takeOrphans(
  database: Database,
  leaseOwner: string,
  { limit, scope, freshness }: TakeoverOptions,
): Promise<OrphanedTurn[]> {
  const isOrphaned =
    scope === 'expired' ? sql`turn.lease_expires_at < now()` : sql`turn.lease_expires_at = '-infinity'`
  const taken = await sql<OrphanedTurn>`
    with orphan as materialized (
      select turn.account_id, turn.id, turn.lease_owner is null as handed_over from ${openTurns} and ${isOrphaned}
        and clock_timestamp() < ${freshness}::timestamptz + interval '1 second'
      order by turn.lease_expires_at limit ${limit} for update of turn skip locked)
    update turn set lease_owner = ${leaseOwner}, lease_number = lease_number + 1, attempts = attempts + 1,
      lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from orphan
    where turn.account_id = orphan.account_id and turn.id = orphan.id
    returning turn.account_id, turn.id, chat_id, asked_by, requested_model_id, model_id, style, lease_number, attempts,
      stop_requested_at is not null as stop_requested, handed_over`.execute(database.kysely)
  return taken.rows
}

/**
 * Releases the leases of processes known to be dead: earlier ones of this data folder, whose lock the caller holds, and with
 * `isOnlyNode` all others. Returns how many there were.
 */
export async function freeDeadLeases(
  database: Database,
  { nodeId, folderId, isOnlyNode }: { nodeId: string; folderId: string; isOnlyNode: boolean },
): Promise<number> {
  const freed = await sql`
    update turn set lease_expires_at = '-infinity'
    from pending_turn
    where turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id and turn.state = 'open'
      and turn.lease_owner <> ${nodeId} and (${isOnlyNode}::boolean or starts_with(turn.lease_owner, ${`${folderId}:`}))`.execute(
    database.kysely,
  )
  return Number(freed.numAffectedRows ?? 0)
}

/** Releases the leases of turns so that another process continues them at once. Idempotent. */
export async function giveUpLeases(database: Database, leases: readonly TurnLease[]): Promise<void> {
  await sql`
    update turn set lease_owner = null, lease_expires_at = '-infinity', attempts = attempts - 1
    from unnest(${leases.map((lease) => lease.turnId)}::text[], ${leases.map((lease) => lease.leaseNumber)}::int[]) as held (turn_id, lease_number)
    where turn.id = held.turn_id and turn.lease_number = held.lease_number and turn.state = 'open'
      and turn.lease_owner is not null`.execute(database.kysely)
}
