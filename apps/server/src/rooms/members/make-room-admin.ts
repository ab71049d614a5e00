import type { RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireRoomEditor } from '../access.ts'
import type { RoomMembership } from './add-room-members.ts'
import { auditRoom } from '../audit-room.ts'

/**
 * Makes a member of the room an admin of it; in a public room anybody in the account. Admins and the owner keep their role.
 * NOT_FOUND for others.
 */
export async function makeRoomAdmin(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
  userId: UserId,
): Promise<RoomMembership> {
  const { accountId } = actor
  const room = await requireRoomEditor(trx, actor, roomId)
  const made = await sql`
    insert into room_member (account_id, room_id, user_id, membership_type)
    select account_id, ${roomId}, user_id, 'ADMIN' from membership
    where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED'
      and (${room.access_type === 'PUBLIC'} or exists (select from room_member
        where account_id = ${accountId} and room_id = ${roomId} and user_id = ${userId}))
    on conflict (account_id, room_id, user_id) do update set membership_type = 'ADMIN'
      where room_member.membership_type = 'MEMBER'
    returning user_id`.execute(trx)
  if (made.rows.length > 0)
    await auditRoom(trx, actor, 'room-member.role-changed', room, { userId, to: 'ADMIN' })
  const now = await trx
    .selectFrom('room_member')
    .select(['user_id as id', 'membership_type'])
    .where('account_id', '=', accountId)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return now ?? fail('NOT_FOUND')
}
