import type { AccountId, CreditLimit, CreditLimits, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { NamesOfRooms } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { monthStart, usedByRoom } from './room-limit.ts'

/** A limit with this month's usage. A member's includes additional credits of each month and approved requests. */
export type LimitRow<Id> = { id: Id; name: string; limitMilli: number; usedMilli: number }

/** Returns the members of an account who have a limit, by name. */
export async function memberLimits(trx: Transaction, accountId: AccountId): Promise<LimitRow<UserId>[]> {
  const found = await sql<LimitRow<UserId>>`
    select identity_user.id, identity_user.name,
      (monthly_credit_limit_milli + monthly_extra_milli + (select coalesce(sum(granted_milli), 0) from credit_request
        where credit_request.account_id = ${accountId} and credit_request.user_id = membership.user_id
          and frequency = 'once' and decided_at >= ${monthStart}))::bigint as "limitMilli",
      (select coalesce(sum(case state when 'open' then held_milli else charged_milli end), 0) from credit_hold
        where credit_hold.account_id = ${accountId} and credit_hold.user_id = membership.user_id
          and created_at >= ${monthStart})::bigint as "usedMilli"
    from membership join identity_user on identity_user.id = membership.user_id
    where membership.account_id = ${accountId} and monthly_credit_limit_milli is not null and status <> 'INVITED'
    order by lower(identity_user.name), identity_user.id`.execute(trx)
  return found.rows
}

/** Returns the rooms of an account that have a limit, by name; not those in the bin. */
export async function roomLimits(trx: Transaction, accountId: AccountId): Promise<LimitRow<RoomId>[]> {
  const found = await sql<LimitRow<RoomId>>`
    select room.id, room.name, limit_milli as "limitMilli",
      ${usedByRoom(accountId, sql`credit_room_limit.room_id`)} as "usedMilli"
    from credit_room_limit join room on room.account_id = ${accountId} and room.id = credit_room_limit.room_id
    where credit_room_limit.account_id = ${accountId} and room.deleted_at is null
    order by lower(room.name), room.id`.execute(trx)
  return found.rows
}

/** Returns all limits of the account for one of its admins, who learns no names of rooms that they may not use. */
export async function creditLimitsOf(
  trx: Transaction,
  namesOfRooms: NamesOfRooms,
  reader: { accountId: AccountId; userId: UserId },
): Promise<CreditLimits> {
  const rooms = await roomLimits(trx, reader.accountId)
  const names = await namesOfRooms(
    trx,
    reader,
    rooms.map(({ id }) => id),
  )
  const members = await memberLimits(trx, reader.accountId)
  return {
    members: members.map((row) => ({ userId: row.id, name: row.name, ...present(row) })),
    rooms: rooms.map((row) => ({ roomId: row.id, name: names.get(row.id) ?? null, ...present(row) })),
  }
}

const present = (row: LimitRow<string>): CreditLimit => ({
  limit: row.limitMilli / 1000,
  used: row.usedMilli / 1000,
  isWarned: isNear(row),
})

/** At 80 % of a limit, people are warned. */
export const isNear = ({
  limitMilli,
  usedMilli,
}: Pick<LimitRow<string>, 'limitMilli' | 'usedMilli'>): boolean => usedMilli * 5 >= limitMilli * 4
