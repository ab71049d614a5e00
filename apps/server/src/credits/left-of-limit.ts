import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { creditLimitOf, isCreditLimited } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { isRoomLimited, leftOfRoomLimit } from './limits/room-limit.ts'

/**
 * Returns a member's monthly limit (UTC) and what remains of it, in thousandths of a credit; null without a limit. Includes the member's
 * additional monthly credits and this month's granted requests. Held credits count as used until settled. Exact while the member's balance
 * is locked.
 */
export async function limitOf(
  trx: Transaction,
  accountId: AccountId,
  userId: UserId,
): Promise<{ limitMilli: number; leftMilli: number } | null> {
  const ownMilli = await creditLimitOf(trx, accountId, userId)
  if (ownMilli === null) return null
  const used = await sql<{ milli: number }>`
    select coalesce(sum(case state when 'open' then held_milli else charged_milli end), 0)::bigint as milli
    from credit_hold where account_id = ${accountId} and user_id = ${userId}
      and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`.execute(trx)
  const granted = await sql<{ milli: number }>`
    select coalesce(sum(granted_milli), 0)::bigint as milli
    from credit_request where account_id = ${accountId} and user_id = ${userId} and frequency = 'once'
      and decided_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`.execute(trx)
  const limitMilli = ownMilli + (granted.rows[0]?.milli ?? 0)
  return { limitMilli, leftMilli: Math.max(0, limitMilli - (used.rows[0]?.milli ?? 0)) }
}

/** Returns what remains of a member's monthly limit; Infinity without a limit. */
export const leftOfLimit = async (trx: Transaction, accountId: AccountId, userId: UserId): Promise<number> =>
  (await limitOf(trx, accountId, userId))?.leftMilli ?? Infinity

/**
 * Returns what remains of the person's or the room's monthly limit, whichever is less, in thousandths of a credit; Infinity without limits.
 */
export async function leftOfLimits(
  trx: Transaction,
  { accountId, userId, roomId }: { accountId: AccountId; userId: UserId; roomId: RoomId | null },
): Promise<number> {
  const [ofPerson, ofRoom] = await Promise.all([
    leftOfLimit(trx, accountId, userId),
    leftOfRoomLimit(trx, accountId, roomId),
  ])
  return Math.min(ofPerson, ofRoom)
}

/** SQL condition: whether a member has a monthly limit, or the room. */
export const isLimitedFor = ({
  accountId,
  userId,
  roomId,
}: {
  accountId: AccountId
  userId: UserId
  roomId: RoomId | null
}): RawBuilder<boolean> =>
  sql`(${isCreditLimited(accountId, userId)} or ${isRoomLimited(accountId, sql`${roomId}`)})`
