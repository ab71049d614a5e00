import type { Room } from '@atrium/contract'

/** The groups of the navigation in their order, each with its heading. A room is in the first one that includes it. */
const groups = [
  { title: 'shell:rooms.private', includes: (room: Room) => room.access_type === 'PRIVATE' },
  { title: 'shell:rooms.public', includes: (room: Room) => room.access_type === 'PUBLIC' },
] as const

export type RoomGroup = { title: (typeof groups)[number]['title']; rooms: Room[] }

/** The rooms in the groups that the navigation lists, without empty groups. Keeps the order within a group. */
export function groupedRooms(rooms: readonly Room[]): RoomGroup[] {
  const groupOf = (room: Room) => groups.find(({ includes }) => includes(room))
  return groups
    .map((group) => ({ title: group.title, rooms: rooms.filter((room) => groupOf(room) === group) }))
    .filter((group) => group.rooms.length > 0)
}
