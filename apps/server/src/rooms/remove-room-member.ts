import type { MembershipType, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, lockRoom, requireRoom, requireRoomEditor } from './access.ts'
import { refusePublic } from './add-room-members.ts'
import { auditRoom } from './audit-room.ts'
import { narrow, type RoomPorts } from './room-ports.ts'

/**
 * Removes somebody from a private room: from the commit on they have no right in it, and what they have open is cut. Their
 * chats in it come back when they do. In a public room, who was made an admin there becomes a member again, as everybody is.
 */
export async function removeRoomMember(
  ports: RoomPorts,
  actor: Actor,
  roomId: RoomId,
  userId: UserId,
): Promise<void> {
  await takeOut(ports, actor, { roomId, userId }, async (trx) => {
    const room = await requireRoomEditor(trx, actor, roomId)
    const type = await typeOf(trx, { ...actor, userId }, roomId)
    if (type === 'OWNER') fail('ROOM_OWNER_STAYS')
    if (room.accessType === 'PUBLIC' && type !== 'ADMIN') refusePublic()
    await auditRoom(trx, actor, 'room-member.removed', room, { userId })
  })
}

/**
 * Leaves a private room by one's own will. A room that its owner leaves goes to the admin who has been in it longest;
 * ROOM_OWNER_STAYS when there is none.
 */
export async function leaveRoom(ports: RoomPorts, actor: Actor, roomId: RoomId): Promise<void> {
  await takeOut(ports, actor, { roomId, userId: actor.userId }, async (trx) => {
    await lockRoom(trx, actor, roomId)
    const room = await requireRoom(trx, actor, roomId)
    if (room.accessType === 'PUBLIC' && room.membershipType === 'MEMBER') fail('PUBLIC_ROOM_MEMBER')
    if (room.accessType === 'PUBLIC') refusePublic()
    if (room.membershipType === 'OWNER') await giveToAdmin(trx, actor, roomId)
    await auditRoom(trx, actor, 'room-member.left', room, { userId: actor.userId })
  })
}

async function takeOut(
  ports: RoomPorts,
  actor: Actor,
  { roomId, userId }: { roomId: RoomId; userId: UserId },
  allow: (trx: Transaction) => Promise<void>,
): Promise<void> {
  const { accountId } = actor
  await inTenant(ports.database, actor, async (trx) => {
    await allow(trx)
    await trx
      .deleteFrom('room_member')
      .where('account_id', '=', accountId)
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .execute()
    await narrow(ports, trx, { accountId, roomId, userId })
  })
  ports.onAccessTaken({ accountId, userId, roomId })
}

/** What somebody was made in the room; NOT_FOUND for those who were not added to it. */
async function typeOf(
  trx: Transaction,
  { accountId, userId }: Actor,
  roomId: RoomId,
): Promise<MembershipType> {
  const row = await trx
    .selectFrom('room_member')
    .select('membership_type')
    .where('account_id', '=', accountId)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.membership_type ?? fail('NOT_FOUND')
}

async function giveToAdmin(trx: Transaction, { accountId, userId }: Actor, roomId: RoomId): Promise<void> {
  const given = await sql`
    update room_member set membership_type = 'OWNER'
    where account_id = ${accountId} and room_id = ${roomId} and user_id = (
      select user_id from room_member
      where account_id = ${accountId} and room_id = ${roomId} and user_id <> ${userId} and membership_type = 'ADMIN'
      order by added_at, user_id limit 1)
    returning user_id`.execute(trx)
  if (given.rows.length === 0) fail('ROOM_OWNER_STAYS')
}
