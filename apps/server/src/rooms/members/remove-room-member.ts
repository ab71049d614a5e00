import type { MembershipType, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, lockRoom, requireRoom, requireRoomEditor } from '../access.ts'
import { refusePublic } from './add-room-members.ts'
import { auditRoom } from '../audit-room.ts'
import { narrow, type RoomPorts } from '../room-ports.ts'

/**
 * Removes a person from a private room: with the commit their access ends and open streams close. Their chats in it return when
 * they do. In a public room, an admin becomes a plain member again.
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
    if (room.access_type === 'PUBLIC' && type !== 'ADMIN') refusePublic()
    await auditRoom(trx, actor, 'room-member.removed', room, { userId })
  })
}

/** Leaves a private room. When its owner leaves, the longest-standing admin becomes owner; ROOM_OWNER_STAYS when there is none. */
export async function leaveRoom(ports: RoomPorts, actor: Actor, roomId: RoomId): Promise<void> {
  await takeOut(ports, actor, { roomId, userId: actor.userId }, async (trx) => {
    await lockRoom(trx, actor, roomId)
    const room = await requireRoom(trx, actor, roomId)
    if (room.access_type === 'PUBLIC' && room.membership_type === 'MEMBER') fail('PUBLIC_ROOM_MEMBER')
    if (room.access_type === 'PUBLIC') refusePublic()
    if (room.membership_type === 'OWNER') await giveToAdmin(trx, actor, roomId)
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
  ports.onAccessRevoked({ accountId, userId, roomId })
}

/** The role that a person was given in the room; NOT_FOUND for people who were not added. */
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
