import type { AccountId, RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** SQL: the first moment of the current month (UTC). */
export const monthStart = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`

/** SQL: thousandths of a credit that a room used this month; held credits count as used until settled. */
export const usedByRoom = (accountId: AccountId, roomId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(milli), 0)::bigint from (
    select charged_milli as milli from credit_hold
      where account_id = ${accountId} and state = 'settled' and closed_at >= ${monthStart} and room_id = ${roomId}
    union all
    select held_milli from credit_hold
      where account_id = ${accountId} and state = 'open' and room_id = ${roomId}) as usage)`

/** SQL condition: whether a room has a limit. */
export const isRoomLimited = (accountId: AccountId, roomId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from credit_room_limit where account_id = ${accountId} and room_id = ${roomId})`

/**
 * Returns what remains of a room's monthly limit, in thousandths of a credit; Infinity without a limit. Exact while the team's balance is
 * locked.
 */
export async function leftOfRoomLimit(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId | null,
): Promise<number> {
  const found = await sql<{ milli: number }>`
    select greatest(0, limit_milli - ${usedByRoom(accountId, sql`credit_room_limit.room_id`)})::bigint as milli
    from credit_room_limit where account_id = ${accountId} and room_id = ${roomId}`.execute(trx)
  return found.rows[0]?.milli ?? Infinity
}
