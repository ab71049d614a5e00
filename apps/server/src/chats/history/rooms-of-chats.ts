import type { AccountId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type TenantTransaction } from '../../platform/database/index.ts'

type InRoom = { accountId: AccountId; roomId: RoomId }

/** Requests running answers in the room to stop, for people who may not use it anymore. */
export async function stopTurnsOfOutsiders(
  trx: TenantTransaction,
  { accountId, roomId }: InRoom,
): Promise<void> {
  await sql`
    update turn set stop_requested_at = now()
    from pending_turn cross join chat join room on room.account_id = chat.account_id and room.id = chat.room_id
    where pending_turn.account_id = ${accountId}
      and turn.account_id = ${accountId} and turn.id = pending_turn.turn_id and turn.state = 'open'
      and chat.account_id = turn.account_id and chat.id = turn.chat_id and chat.room_id = ${roomId}
      and (room.deleted_at is not null or (room.access_type = 'PRIVATE' and not exists (
        select from room_member where room_member.account_id = room.account_id
          and room_member.room_id = room.id and room_member.user_id = turn.asked_by)))`.execute(trx)
}

const atATime = 200

/** Erases all chats of a room that is being erased, with all content. Idempotent. */
export async function eraseChatsOfRoom(database: Database, { accountId, roomId }: InRoom): Promise<void> {
  for (let more = true; more;) {
    more = await inSystem(database, async (trx) => {
      const found = await sql<{ id: string }>`
        select id from chat where account_id = ${accountId} and room_id = ${roomId} limit ${atATime} for update`.execute(
        trx,
      )
      const ids = found.rows.map((row) => row.id)
      // Turn logs are stored separately.
      await sql`
        delete from turn_log where account_id = ${accountId} and turn_id in (
          select id from turn where account_id = ${accountId} and chat_id = any(${ids}))`.execute(trx)
      await sql`delete from chat where account_id = ${accountId} and id = any(${ids})`.execute(trx)
      return ids.length === atATime
    })
  }
}
