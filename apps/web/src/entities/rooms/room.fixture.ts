import { mintId, type Room, type RoomDetails } from '@atrium/contract'

/** A private room of its only member, as the server lists it, with changes. */
export const aRoom = (changes: Partial<Room> = {}): Room => ({
  id: mintId('room'),
  name: 'Law',
  description: '',
  logoFilename: null,
  access_type: 'PRIVATE',
  member_count: 1,
  membership_type: 'OWNER',
  newChatShare: 'none',
  members: [],
  ...changes,
})

/** The same with its rules. */
export const aRoomWithRules = (changes: Partial<RoomDetails> = {}): RoomDetails => ({
  ...aRoom(),
  system_prompt: { instructions: '', modifiers: {} },
  allowedModelIds: null,
  marksUnsupported: true,
  ...changes,
})
