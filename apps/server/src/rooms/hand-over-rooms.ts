import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

/**
 * Transfers the rooms of a person who leaves the account: to an admin of the room, else its longest-standing member, else the
 * account's owner. Call before they are removed.
 */
export async function handOverRooms(trx: Transaction, { accountId, userId }: Actor): Promise<void> {
  const heirs = await sql<{ room_id: string; heir: string | null }>`
    select mine.room_id, coalesce(
      (select other.user_id from room_member as other
       where other.account_id = mine.account_id and other.room_id = mine.room_id and other.user_id <> mine.user_id
       order by other.membership_type = 'ADMIN' desc, other.added_at, other.user_id limit 1),
      (select user_id from membership where account_id = mine.account_id and role = 'owner' and user_id <> mine.user_id)) as heir
    from room_member as mine
    where mine.account_id = ${accountId} and mine.user_id = ${userId} and mine.membership_type = 'OWNER'
    order by mine.room_id`.execute(trx)
  for (const { room_id, heir } of heirs.rows) {
    if (heir === null) continue
    await sql`
      delete from room_member where account_id = ${accountId} and room_id = ${room_id} and user_id = ${userId}`.execute(
      trx,
    )
    await sql`
      insert into room_member (account_id, room_id, user_id, membership_type)
      values (${accountId}, ${room_id}, ${heir}, 'OWNER')
      on conflict (account_id, room_id, user_id) do update set membership_type = 'OWNER'`.execute(trx)
  }
}
