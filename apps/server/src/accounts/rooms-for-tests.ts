import { joinInvitedRoom, mayUseRoom, requireRoomToInviteTo, roomNameForInvite } from '../rooms/index.ts'
import type { RoomsForInvites } from './invites/invited-room.ts'

/** The real rooms, for tests that assemble accounts themselves. */
export const roomsForTests: RoomsForInvites = {
  requireRoomToInviteTo,
  roomNameForInvite,
  joinInvitedRoom,
  mayUseRoom,
  onRoomJoined: () => {},
}
