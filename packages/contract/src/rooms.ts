import { z } from 'zod'
import { UploadForm } from './accounts.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { AccountId, RoomId } from './ids.ts'
import { limits } from './limits.ts'
import { AllowedModelIds } from './models.ts'
import { Modifiers } from './modifiers.ts'
import { Line, Text } from './text.ts'

export const roomAccesses = ['PRIVATE', 'PUBLIC'] as const
export const RoomAccess = z.enum(roomAccesses)
export type RoomAccess = z.infer<typeof RoomAccess>
export const MembershipType = z.enum(['MEMBER', 'OWNER', 'ADMIN'])
export type MembershipType = z.infer<typeof MembershipType>

/** What every model that is asked in the room is told. Empty modifiers are not kept. */
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
  /** Whom the room is shared with: its members, or all of the account when it is public. */
  member_count: z.int(),
  /** What the caller is in the room. */
  membership_type: MembershipType,
})
export type Room = z.infer<typeof Room>

export const RoomDetails = Room.extend({
  system_prompt: SystemPrompt,
  /** The models that may be asked in the room, of those that the account allows; null: all of these. */
  allowedModelIds: AllowedModelIds,
  /** Whether sentences of answers are marked that their sources do not support. */
  marksUnsupported: z.boolean(),
})
export type RoomDetails = z.infer<typeof RoomDetails>

/** In the same form as other systems write it, so that two names that look alike are alike. */
export const RoomName = Line(limits.roomNameCharacters).normalize()
const Description = Text(limits.roomDescriptionCharacters)
const ofRoom = z.strictObject({ accountId: AccountId, roomId: RoomId })

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
export const createRoom = endpoint({
  name: 'createRoom',
  host: 'main',
  method: 'POST',
  path: '/accounts/:accountId/rooms',
  caller: 'account-member',
  summary: 'Makes a room that belongs to the caller. Its name is unique in the account, whatever the case.',
  params: z.strictObject({ accountId: AccountId }),
  body: z.strictObject({
    name: RoomName,
    logoFilename: Line(200).nullable().optional(),
    description: Description.default(''),
    access_type: RoomAccess,
    allowedModelIds: AllowedModelIds.default(null),
  }),
  reply: { status: 201, json: dataReply(Room) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'ROOM_NAME_TAKEN'],
  idempotency: 'key',
})
export const getRoom = endpoint({
  name: 'getRoom',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms/:roomId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'One room, with its instructions and the models that may be asked in it.',
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
    'Changes what is given; the instructions and the modifiers each as a whole. Text is trimmed, empty modifiers are dropped.',
  params: ofRoom,
  body: z
    .strictObject({
      name: RoomName.optional(),
      description: Description.optional(),
      access_type: RoomAccess.optional(),
      /** A picture that was uploaded by a form of getRoomLogoUploadForm; null takes it away. */
      logoFilename: Line(200).nullable().optional(),
      system_prompt: SystemPrompt.partial().optional(),
      /** Of the models that the account allows; null allows all of these. */
      allowedModelIds: AllowedModelIds.optional(),
      /** For new answers; those that are there keep their marks. */
      marksUnsupported: z.boolean().optional(),
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
  summary: 'Puts the room and its chats into a bin for 30 days, from which its admins can restore it.',
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
  /** When it is gone for good. */
  erasedAt: z.iso.datetime(),
})
export type DeletedRoom = z.infer<typeof DeletedRoom>

export const listDeletedRooms = endpoint({
  name: 'listDeletedRooms',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/deleted-rooms',
  caller: 'account-member',
  summary: 'The deleted rooms that the caller can restore, last deleted first.',
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
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND', 'ROOM_NAME_TAKEN'],
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
    'A signed form (5 minutes) with which the browser posts a picture for the room: .png, .jpg, .jpeg, at most 2 MB.',
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
