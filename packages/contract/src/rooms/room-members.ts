import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { MembershipType, Person, RoomMember } from './rooms.ts'
import { Text } from '../text/text.ts'

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
    'Lists the members of the room, owner and admins first; in a public room everybody in the account.',
  params: inRoom,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.roomMemberPageSize, limits.listPageSizeMost),
    /** Only members whose name or address contains every word, ignoring accents and case. */
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
    'Adds people of the account to a private room: all or, when one is not in the account, none. Existing members keep their role.',
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
    'Removes a person from a private room: their access ends at once. An admin of a public room becomes a plain member again. The owner cannot be removed.',
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
    "Leaves a private room. When the owner leaves, the longest-standing admin becomes owner; without an admin, the owner can't leave.",
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
    'Searches people of the account by the words of their name or address, ignoring accents and case: the first 20 who are not in the room yet. `count` is the number of matches, including members of the room (without a room: the caller).',
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
