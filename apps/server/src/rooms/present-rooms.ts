import { limits, type Room, type RoomDetails } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor, VisibleRoom } from './access.ts'
import { addedMembersOf } from './members/added-members.ts'
import { presentRoomMember } from './present.ts'
import type { RoomRules } from './system-prompt.ts'

/** Rooms as lists show them. */
export async function presentRooms(
  trx: Transaction,
  actor: Actor,
  rooms: readonly VisibleRoom[],
  maxMembers: number = limits.roomMemberPageSize,
): Promise<Room[]> {
  const ids = rooms.map(({ id }) => id)
  const members = await addedMembersOf(trx, actor, ids, maxMembers)
  return rooms.map((room) => ({ ...room, members: (members.get(room.id) ?? []).map(presentRoomMember) }))
}

/** One room as lists show it. */
export async function presentRoom(trx: Transaction, actor: Actor, room: VisibleRoom): Promise<Room> {
  const [presented] = await presentRooms(trx, actor, [room], limits.listPageSizeMost)
  return presented ?? { ...room, members: [] }
}

export const presentRoomDetails = async (
  trx: Transaction,
  actor: Actor,
  room: VisibleRoom,
  { systemPrompt, allowedModelIds, marksUnsupported }: RoomRules,
): Promise<RoomDetails> => ({
  ...(await presentRoom(trx, actor, room)),
  system_prompt: systemPrompt,
  allowedModelIds,
  marksUnsupported,
})
