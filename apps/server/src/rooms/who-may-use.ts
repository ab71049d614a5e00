import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** Returns those of these people who may use a room. */
export async function whoMayUse(
  trx: Transaction,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
  people: readonly UserId[],
): Promise<Set<UserId>> {
  if (people.length === 0) return new Set()
  const found = await sql<{ id: UserId }>`
    select joined.user_id as id
    from room
    join membership as joined on joined.account_id = room.account_id and joined.status <> 'INVITED'
    left join room_member as mine
      on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id
    where room.account_id = ${accountId} and room.id = ${roomId} and room.deleted_at is null
      and (room.access_type = 'PUBLIC' or mine.user_id is not null) and joined.user_id = any(${[...people]}::text[])`.execute(
    trx,
  )
  return new Set(found.rows.map(({ id }) => id))
}
