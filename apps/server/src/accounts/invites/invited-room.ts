import type { AccountId, RoomId, UserId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../access.ts'

/** The part of rooms that invitations need; accounts may not import rooms. */
export type RoomsForInvites = {
  /** Throws NOT_FOUND or FORBIDDEN unless the inviter may add people to the room. */
  requireRoomToInviteTo(trx: Transaction, inviter: Actor, roomId: RoomId): Promise<{ name: string }>
  /** Returns the room's name; null when it is deleted or the inviter isn't (or is no longer) allowed to add people. */
  roomNameForInvite(trx: Transaction, inviter: Actor, roomId: RoomId): Promise<string | null>
  /** Adds a member of the account to the room on behalf of the inviter; false when the inviter isn't (or is no longer) allowed to. */
  joinInvitedRoom(trx: Transaction, inviter: Actor, who: { roomId: RoomId; userId: UserId }): Promise<boolean>
  /** Whether the person is already in the room. */
  mayUseRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<boolean>
  /** Called after the commit that added a person to a room. */
  onRoomJoined(actor: Actor): void
}

/** The room of an invitation and its inviter; a null inviter has left. */
export type InvitedRoom = { roomId: RoomId | null; inviterId: UserId | null }

/** Where a person lands after accepting an invitation; `isRoomClosed`: they couldn't be added to its room. */
export type Landing = { roomId: RoomId | null; isRoomClosed: boolean }

/** Adds a new member to the invitation's room, if the inviter may still add people to it. */
export async function enterInvitedRoom(
  trx: Transaction,
  rooms: RoomsForInvites,
  { accountId, userId }: Actor,
  { roomId, inviterId }: InvitedRoom,
): Promise<Landing> {
  if (roomId === null) return { roomId: null, isRoomClosed: false }
  const inviter = inviterId && { accountId, userId: inviterId }
  const isIn = inviter !== null && (await rooms.joinInvitedRoom(trx, inviter, { roomId, userId }))
  return isIn ? { roomId, isRoomClosed: false } : { roomId: null, isRoomClosed: true }
}

/** Where a public link leads an existing member: into its room if they are in it. Adds nobody. */
export async function destinationOfMember(
  trx: Transaction,
  rooms: RoomsForInvites,
  member: Actor,
  { roomId }: InvitedRoom,
): Promise<Landing> {
  if (roomId === null) return { roomId: null, isRoomClosed: false }
  const isIn = await rooms.mayUseRoom(trx, member, roomId)
  return isIn ? { roomId, isRoomClosed: false } : { roomId: null, isRoomClosed: true }
}

/** The current name of an invitation's room; null without one. */
export async function nameOfInvitedRoom(
  trx: Transaction,
  rooms: RoomsForInvites,
  accountId: AccountId,
  { roomId, inviterId }: InvitedRoom,
): Promise<string | null> {
  if (roomId === null || inviterId === null) return null
  return await rooms.roomNameForInvite(trx, { accountId, userId: inviterId }, roomId)
}
