import type { Person, Room, RoomDetails, RoomMember } from '@atrium/contract'
import type { VisibleRoom } from './access.ts'
import type { RoomRules } from './system-prompt.ts'

export const presentRoom = (room: VisibleRoom): Room => ({
  id: room.id,
  name: room.name,
  description: room.description,
  logoFilename: room.logoFilename,
  access_type: room.accessType,
  member_count: room.memberCount,
  membership_type: room.membershipType,
})

export const presentRoomDetails = (
  room: VisibleRoom,
  { systemPrompt, allowedModelIds, marksUnsupported }: RoomRules,
): RoomDetails => ({
  ...presentRoom(room),
  system_prompt: systemPrompt,
  allowedModelIds,
  marksUnsupported,
})

export type PersonRow = Omit<Person, 'profilePicture'> & { picture: string | null }

export const presentPerson = ({ picture, ...person }: PersonRow): Person => ({
  ...person,
  profilePicture: picture,
})

export type RoomMemberRow = PersonRow & Pick<RoomMember, 'membership_type'>

export const presentRoomMember = ({ picture, ...member }: RoomMemberRow): RoomMember => ({
  ...member,
  profilePicture: picture,
})
