import { mintId, Room, RoomDetails } from '@atrium/contract'
import { plainValue } from '../../lib/plain-value.fixture.ts'

/** A private room of its only member, as the server lists it, with changes. */
export const aRoom = (changes: Partial<Room> = {}): Room => ({
  ...plainValue(Room),
  id: mintId('room'),
  name: 'Law',
  access_type: 'PRIVATE',
  member_count: 1,
  membership_type: 'OWNER',
  ...changes,
})

/** The same with its rules. */
export const aRoomWithRules = (changes: Partial<RoomDetails> = {}): RoomDetails => ({
  ...plainValue(RoomDetails),
  ...aRoom(),
  marksUnsupported: true,
  ...changes,
})
