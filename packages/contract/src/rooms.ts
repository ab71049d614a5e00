import { z } from 'zod'
import { dataReply, endpoint } from './endpoint.ts'
import { AccountId, RoomId } from './ids.ts'

export const RoomAccess = z.enum(['PRIVATE', 'PUBLIC'])
export type RoomAccess = z.infer<typeof RoomAccess>
export const MembershipType = z.enum(['MEMBER', 'OWNER', 'ADMIN'])
export type MembershipType = z.infer<typeof MembershipType>

export const Room = z.strictObject({
  id: RoomId,
  name: z.string(),
  description: z.string(),
  logoFilename: z.string().nullable(),
  access_type: RoomAccess,
  /** Whom the room is shared with: its members, or all of the account when it is public. */
  member_count: z.int(),
  /** What the caller is in the room. */
  membership_type: MembershipType,
})
export type Room = z.infer<typeof Room>

export const listRooms = endpoint({
  name: 'listRooms',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms',
  caller: 'account-member',
  summary: 'The rooms that the caller may use: public ones and private ones they belong to, by name.',
  params: z.strictObject({ accountId: AccountId }),
  reply: { json: dataReply(z.array(Room)) },
  errors: ['NOT_A_MEMBER'],
})
export const getRoom = endpoint({
  name: 'getRoom',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms/:roomId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'One room.',
  params: z.strictObject({ accountId: AccountId, roomId: RoomId }),
  reply: { json: dataReply(Room) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
export const roomEndpoints = { listRooms, getRoom }
