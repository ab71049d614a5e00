import type { Room } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { useLogoAddress } from '../../entities/rooms/use-logo-address.ts'

type RoomLogoProps = { room: Pick<Room, 'name' | 'logoFilename'>; size: number }

/** The picture of a room, with the name beside it. */
export function RoomLogo({ room, size }: RoomLogoProps) {
  return <Avatar name={room.name} imageUrl={useLogoAddress(room)} size={size} shape="square" decorative />
}
