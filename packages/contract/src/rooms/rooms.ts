import { z } from 'zod'
import { UploadForm } from '../accounts/accounts.ts'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId, RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { AllowedModelIds } from '../models/models.ts'
import { chatShares } from '../chats/chat-shares.ts'
import { Modifiers } from '../chats/modifiers.ts'
import { Line, ShownName, Text } from '../text/text.ts'

export const roomAccesses = ['PRIVATE', 'PUBLIC'] as const
export const RoomAccess = z.enum(roomAccesses)
export type RoomAccess = z.infer<typeof RoomAccess>
export const MembershipType = z.enum(['MEMBER', 'OWNER', 'ADMIN'])
export type MembershipType = z.infer<typeof MembershipType>

/** A person of the account in the member search. */
export const Person = z.strictObject({
  id: UserId,
  /** First and last name. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The email address, too. */
  userName: z.string(),
  profilePicture: z.string().nullable(),
})
export type Person = z.infer<typeof Person>
export const RoomMember = Person.extend({ membership_type: MembershipType })
export type RoomMember = z.infer<typeof RoomMember>

/** The instructions of every model call in the room. Empty modifiers are not stored. */
export const SystemPrompt = z.strictObject({
  instructions: Text(limits.roomInstructionsCharacters),
  modifiers: Modifiers,
})
export type SystemPrompt = z.infer<typeof SystemPrompt>

export const Room = z.strictObject({
  id: RoomId,
  name: z.string(),
  description: z.string(),
  logoFilename: z.string().nullable(),
  access_type: RoomAccess,
  /** Number of people sharing the room: its members, or the whole account when it is public. */
  member_count: z.int(),
  /** The caller's role in the room. */
  membership_type: MembershipType,
  /** How new chats are shared with the room, unless their owners choose otherwise; temporary ones never are. */
  newChatShare: z.enum(chatShares),
  /**
   * The owner, the admins and added members, in this order: at most 10 in a list of rooms, 100 elsewhere. listRoomMembers has all
   * of them, and for a public room everybody in the account.
   */
  members: z.array(RoomMember),
})
export type Room = z.infer<typeof Room>

export const RoomDetails = Room.extend({
  system_prompt: SystemPrompt,
  /** The models that the room allows, of the account's; null: all of these. */
  allowedModelIds: AllowedModelIds,
  /** Whether unsupported sentences of answers are marked. */
  marksUnsupported: z.boolean(),
})
export type RoomDetails = z.infer<typeof RoomDetails>

/** Normalized, so that names that look the same are the same. */
export const RoomName = ShownName(limits.roomNameCharacters)
const Description = Text(limits.roomDescriptionCharacters)
const ofRoom = z.strictObject({ accountId: AccountId, roomId: RoomId })

export const listRooms = endpoint({
  name: 'listRooms',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms',
  caller: 'account-member',
  summary: 'Lists the rooms that the caller may use: public ones and private ones they belong to, by name.',
  params: z.strictObject({ accountId: AccountId }),
  reply: { json: dataReply(z.array(Room)) },
  errors: ['NOT_A_MEMBER'],
})
export const createRoom = endpoint({
  name: 'createRoom',
  host: 'main',
  method: 'POST',
  path: '/accounts/:accountId/rooms',
  caller: 'account-member',
  summary: 'Creates a room owned by the caller. Its name is unique in the account, ignoring case.',
  params: z.strictObject({ accountId: AccountId }),
  body: z.strictObject({
    name: RoomName,
    logoFilename: Line(200).nullable().optional(),
    description: Description.default(''),
    access_type: RoomAccess,
    allowedModelIds: AllowedModelIds.default(null),
  }),
  reply: { status: 201, json: dataReply(Room) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'ROOM_LIMIT_REACHED', 'ROOM_NAME_TAKEN'],
  idempotency: 'key',
})
export const getRoom = endpoint({
  name: 'getRoom',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms/:roomId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'Returns one room, with its instructions and allowed models.',
  params: ofRoom,
  reply: { json: dataReply(RoomDetails) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
export const changeRoom = endpoint({
  name: 'changeRoom',
  host: 'main',
  method: 'PATCH',
  path: '/accounts/:accountId/rooms/:roomId',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Changes the given fields; instructions and modifiers are replaced as a whole. Trims text and drops empty modifiers.',
  params: ofRoom,
  body: z
    .strictObject({
      name: RoomName.optional(),
      description: Description.optional(),
      access_type: RoomAccess.optional(),
      /** A picture uploaded by a form of getRoomLogoUploadForm; null removes it. */
      logoFilename: Line(200).nullable().optional(),
      system_prompt: SystemPrompt.partial().optional(),
      /** A subset of the account's models; null allows all of these. */
      allowedModelIds: AllowedModelIds.optional(),
      /** For new answers; existing ones keep their marks. */
      marksUnsupported: z.boolean().optional(),
      /** For new chats; existing ones stay as they are. */
      newChatShare: z.enum(chatShares).optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'Say what is to change.'),
  reply: { json: dataReply(RoomDetails) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'ROOM_NAME_TAKEN',
  ],
  idempotency: 'key',
})
export const deleteRoom = endpoint({
  name: 'deleteRoom',
  host: 'main',
  method: 'DELETE',
  path: '/accounts/:accountId/rooms/:roomId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Moves the room and its chats to a bin for 30 days, from which its admins can restore it.',
  params: ofRoom,
  reply: { json: dataReply(z.strictObject({ id: RoomId, erasedAt: z.iso.datetime() })) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})

export const DeletedRoom = z.strictObject({
  id: RoomId,
  name: z.string(),
  access_type: RoomAccess,
  deletedAt: z.iso.datetime(),
  /** When it is erased. */
  erasedAt: z.iso.datetime(),
})
export type DeletedRoom = z.infer<typeof DeletedRoom>

export const listDeletedRooms = endpoint({
  name: 'listDeletedRooms',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/deleted-rooms',
  caller: 'account-member',
  summary: 'Lists the deleted rooms that the caller can restore, last deleted first.',
  params: z.strictObject({ accountId: AccountId }),
  reply: { json: dataReply(z.array(DeletedRoom)) },
  errors: ['NOT_A_MEMBER'],
})
export const restoreRoom = endpoint({
  name: 'restoreRoom',
  host: 'main',
  method: 'POST',
  path: '/accounts/:accountId/deleted-rooms/:roomId/restore',
  caller: 'account-member',
  policy: 'room:restore',
  summary: 'Restores a deleted room with its members and chats, under another name where its own is taken.',
  params: ofRoom,
  body: z.strictObject({ name: RoomName.optional() }),
  reply: { json: dataReply(RoomDetails) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND', 'ROOM_LIMIT_REACHED', 'ROOM_NAME_TAKEN'],
  idempotency: 'key',
})
export const getRoomLogoUploadForm = endpoint({
  name: 'getRoomLogoUploadForm',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms/:roomId/logo/:filename',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Returns a signed form (valid for 5 minutes) to upload a picture for the room: .png, .jpg, .jpeg, at most 2 MB.',
  params: ofRoom.extend({ filename: Line(200) }),
  query: z.strictObject({
    'cache-control': Text(200).optional(),
    'content-type': z.enum(['image/png', 'image/jpeg']),
  }),
  reply: { json: dataReply(UploadForm) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'FILE_NOT_SUPPORTED',
  ],
})

export const roomEndpoints = {
  listRooms,
  createRoom,
  getRoom,
  changeRoom,
  deleteRoom,
  listDeletedRooms,
  restoreRoom,
  getRoomLogoUploadForm,
}
