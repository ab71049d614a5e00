import type { AccountId, StreamPart, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import type { TurnLease } from './turn-lease.ts'

/** Consecutive events of one turn as JSON text, under the lease of their writer. */
export type LogBatch = { lease: TurnLease; firstEventId: number; events: readonly string[] }

/** Events as stored: the text of a JSON array. */
export const arrayText = (events: readonly string[]) => `[${events.join(',')}]`

/**
 * Appends batches of many turns in one statement and one commit, for which the streams wait before sending. Runs across accounts
 * without a tenant; the join with the lease keeps every batch in its own account and refuses writers that lost their turn.
 * Returns the turns whose batches were accepted.
 *
 * A batch may be appended again, alone or with more events after it, when the database was lost before confirming it. A batch
 * that begins at an existing event number is refused.
 */
export async function appendToLogs(database: Database, batches: readonly LogBatch[]): Promise<Set<TurnId>> {
  const accepted = await database.pool.query<{ turn_id: TurnId }>({
    name: 'append-to-logs',
    text: `insert into turn_log (account_id, turn_id, first_event_id, last_event_id, events)
      select batch.account_id, batch.turn_id, batch.first_event_id, batch.last_event_id, batch.events
      from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[])
        as batch (account_id, turn_id, lease_number, first_event_id, last_event_id, events)
      join turn on turn.account_id = batch.account_id and turn.id = batch.turn_id
        and turn.lease_number = batch.lease_number and turn.state = 'open'
      on conflict (account_id, turn_id, first_event_id) do update
        set last_event_id = excluded.last_event_id, events = excluded.events
        where starts_with(excluded.events, left(turn_log.events, -1))
      returning turn_id`,
    values: [
      batches.map((batch) => batch.lease.accountId),
      batches.map((batch) => batch.lease.turnId),
      batches.map((batch) => batch.lease.leaseNumber),
      batches.map((batch) => batch.firstEventId),
      batches.map((batch) => batch.firstEventId + batch.events.length - 1),
      batches.map((batch) => arrayText(batch.events)),
    ],
  })
  return new Set(accepted.rows.map((row) => row.turn_id))
}

export type LoggedEvent = { eventId: number; part: StreamPart }

/** Returns the events of a turn after a number, in order. */
export async function readLog(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
  after = 0,
): Promise<LoggedEvent[]> {
  const found = await sql<{ first_event_id: number; events: string }>`
    select first_event_id, events from turn_log
    where account_id = ${accountId} and turn_id = ${turnId} and last_event_id > ${after}
    order by first_event_id`.execute(trx)
  return found.rows.flatMap((row) =>
    (JSON.parse(row.events) as StreamPart[])
      .map((part, index) => ({ eventId: row.first_event_id + index, part }))
      .filter((event) => event.eventId > after),
  )
}

/** Returns the number of the last event in a turn's log; 0 when it is empty. */
export async function lastEventIdOf(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
): Promise<number> {
  const found = await sql<{ last: number }>`
    select coalesce(max(last_event_id), 0) as last from turn_log
    where account_id = ${accountId} and turn_id = ${turnId}`.execute(trx)
  return found.rows[0]?.last ?? 0
}

/** Deletes logs of turns that ended more than a day ago: their answers are stored with the turn. */
export async function pruneLogs(database: Database): Promise<void> {
  await sql`delete from turn_log using turn
    where turn.account_id = turn_log.account_id and turn.id = turn_log.turn_id
      and turn.ended_at < now() - interval '1 day' and turn_log.created_at < now() - interval '1 day'`.execute(
    database.kysely,
  )
}
