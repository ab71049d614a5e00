import { fullName, type Person, type RoomMember } from '@atrium/contract'

export type PersonRow = Omit<Person, 'profilePicture' | 'name' | 'email'> & { picture: string | null }

export const presentPerson = ({ picture, ...person }: PersonRow): Person => ({
  ...person,
  name: fullName(person),
  email: person.userName,
  profilePicture: picture,
})

export type RoomMemberRow = PersonRow & Pick<RoomMember, 'membership_type'>

export const presentRoomMember = ({ membership_type, ...person }: RoomMemberRow): RoomMember => ({
  ...presentPerson(person),
  membership_type,
})
