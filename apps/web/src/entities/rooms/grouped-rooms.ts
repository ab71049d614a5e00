import type { Room, RoomAccess } from '@atrium/contract'

type RoomGroup<One> = { access: RoomAccess; rooms: One[] }

const order = ['PRIVATE', 'PUBLIC'] as const satisfies RoomAccess[]

/** The groups that the navigation lists, private rooms before public ones; without empty groups. Keeps the order within a group. */
export const groupedRooms = <One extends Pick<Room, 'access_type'>>(
  rooms: readonly One[],
): RoomGroup<One>[] =>
  order
    .map((access) => ({ access, rooms: rooms.filter((room) => room.access_type === access) }))
    .filter((group) => group.rooms.length > 0)
