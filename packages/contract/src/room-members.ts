import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from './endpoint.ts'
import { AccountId, RoomId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { MembershipType } from './rooms.ts'
import { Text } from './text.ts'

/** Somebody as they are found to be added to a room. */
export const Person = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  /** The email address. */
  userName: z.string(),
  profilePicture: z.string().nullable(),
})
export type Person = z.infer<typeof Person>
export const RoomMember = Person.extend({ membership_type: MembershipType })
export type RoomMember = z.infer<typeof RoomMember>
const Membership = z.strictObject({ id: UserId, membership_type: MembershipType })

const inRoom = z.strictObject({ roomId: RoomId })
const memberInRoom = z.strictObject({ roomId: RoomId, userId: UserId })

export const listRoomMembers = endpoint({
  name: 'listRoomMembers',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/members',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Who is in the room, its owner and admins first; in a public room that is everybody in the account.',
  params: inRoom,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.roomMemberPageSize, limits.listPageSizeMost),
    /** Only those in whose name or address every word is, whatever the accents and case. */
    query: Text(limits.memberSearchCharacters).optional(),
  }),
  reply: { json: dataPageReply(RoomMember) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const addRoomMembers = endpoint({
  name: 'addRoomMembers',
  host: 'main',
  method: 'POST',
  path: '/rooms/:roomId/members',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Adds people of the account to a private room: all of them or, when one is not in the account, none. Who is in it already stays what they are.',
  params: inRoom,
  body: z
    .array(z.strictObject({ id: UserId, membership_type: z.enum(['MEMBER', 'ADMIN']) }))
    .min(1, 'Say who is to be added.')
    .max(
      limits.roomMembersAddedAtOnce,
      `At most ${limits.roomMembersAddedAtOnce} people can be added at once.`,
    ),
  reply: { json: dataReply(z.array(Membership)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})
export const makeRoomAdmin = endpoint({
  name: 'makeRoomAdmin',
  host: 'main',
  method: 'PUT',
  path: '/rooms/:roomId/members/:userId/make-admin',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Makes a member an admin of the room. The owner stays the owner.',
  params: memberInRoom,
  reply: { json: dataReply(Membership) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})
export const removeRoomMember = endpoint({
  name: 'removeRoomMember',
  host: 'main',
  method: 'DELETE',
  path: '/rooms/:roomId/members/:userId',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Removes somebody from a private room: their access ends at once. An admin of a public room becomes one of its members again. The owner cannot be removed.',
  params: memberInRoom,
  reply: { json: dataReply(z.strictObject({ id: UserId })) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'ROOM_OWNER_STAYS',
  ],
  idempotency: 'key',
})
export const leaveRoom = endpoint({
  name: 'leaveRoom',
  host: 'main',
  method: 'POST',
  path: '/rooms/:roomId/leave',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Leaves a private room. The room of an owner who leaves goes to the admin who has been in it longest; without one, the owner stays.',
  params: inRoom,
  reply: { json: dataReply(z.strictObject({ id: UserId })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND', 'PUBLIC_ROOM_MEMBER', 'ROOM_OWNER_STAYS'],
  idempotency: 'key',
})
export const searchPeople = endpoint({
  name: 'searchPeople',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/users/search',
  caller: 'account-member',
  summary:
    'People of the account, word by word in name or address, whatever the accents and case: the first 20 who are not in the room yet. `count` is how many match, those in the room (without a room: the caller) among them.',
  params: z.strictObject({ accountId: AccountId }),
  query: z.strictObject({
    query: Text(limits.memberSearchCharacters)
      .trim()
      .min(
        limits.memberSearchMinimumCharacters,
        `Please enter at least ${limits.memberSearchMinimumCharacters} characters to search for members`,
      ),
    room_id: RoomId.optional(),
  }),
  reply: { json: dataPageReply(Person) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

export const roomMemberEndpoints = {
  listRoomMembers,
  addRoomMembers,
  makeRoomAdmin,
  removeRoomMember,
  leaveRoom,
  searchPeople,
}
