import type { RoomId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, findRoom, lockRoom, type VisibleRoom } from './access.ts'
import { addRoomMembers } from './members/add-room-members.ts'

/**
 * Whether a person may add people to a private room; everybody in the account belongs to a public one, and its admins invite to
 * it.
 */
const mayAddPeople = (room: VisibleRoom | null): room is VisibleRoom =>
  room !== null && room.membership_type !== 'MEMBER'

/** Returns the room for a person who invites to it; throws NOT_FOUND or FORBIDDEN unless they may add people. */
export async function requireRoomToInviteTo(
  trx: Transaction,
  inviter: Actor,
  roomId: RoomId,
): Promise<VisibleRoom> {
  const room = (await findRoom(trx, inviter, roomId)) ?? fail('NOT_FOUND')
  return mayAddPeople(room) ? room : fail('FORBIDDEN')
}

/** Returns the room's name; null when it is deleted or the inviter may not add people to it now. */
export async function roomNameForInvite(
  trx: Transaction,
  inviter: Actor,
  roomId: RoomId,
): Promise<string | null> {
  const room = await findRoom(trx, inviter, roomId)
  return mayAddPeople(room) ? room.name : null
}

/**
 * Adds a member of the account to a room on behalf of their inviter. Returns false and adds nobody when the room is deleted or
 * the inviter may no longer add people: an invitation grants no more than its inviter currently may.
 */
export async function joinInvitedRoom(
  trx: Transaction,
  inviter: Actor,
  { roomId, userId }: { roomId: RoomId; userId: UserId },
): Promise<boolean> {
  await lockRoom(trx, inviter, roomId)
  const room = await findRoom(trx, inviter, roomId)
  if (!mayAddPeople(room)) return false
  if (room.access_type === 'PRIVATE')
    await addRoomMembers(trx, inviter, roomId, [{ id: userId, membership_type: 'MEMBER' }])
  return true
}
