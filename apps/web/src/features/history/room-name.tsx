import type { RoomId } from '@atrium/contract'
import { useRooms } from '../../entities/rooms/use-room.ts'

/** The name of a room that one may use. */
export function RoomName({ roomId }: { roomId: RoomId }) {
  const { data: rooms } = useRooms()
  return <span dir="auto">{rooms?.find((room) => room.id === roomId)?.name ?? '–'}</span>
}
