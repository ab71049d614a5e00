import { z } from 'zod'
import { endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { ChatId, FileId, RoomId, TurnId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { LineOrNothing } from '../text/text.ts'
import { MadePicture } from './answers.ts'

/** A picture of a room's gallery: made by a model in a chat that the caller may read. */
export const RoomPicture = MadePicture.extend({
  chatId: ChatId,
  chatTitle: z.string(),
  turnId: TurnId,
  /** The question that it answers. */
  prompt: z.string(),
  author: z.strictObject({ id: UserId, name: z.string(), pictureUrl: z.string().nullable() }),
  modelName: z.string().nullable(),
  madeAt: z.iso.datetime(),
  /** Whether the caller may describe it: they asked for it, and may still ask in its chat. */
  mayDescribe: z.boolean(),
})
export type RoomPicture = z.infer<typeof RoomPicture>

export const listRoomPictures = endpoint({
  name: 'listRoomPictures',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/pictures',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    "Lists the pictures that models made in a room, latest first, one page, with the total count: those of the caller's own chats and of chats shared with the room. `search` finds words of the question and the description. Not those of temporary and deleted chats.",
  params: z.strictObject({ roomId: RoomId }),
  query: z.strictObject({
    search: LineOrNothing(limits.searchCharacters).default(''),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.pictureListSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(RoomPicture) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const describePicture = endpoint({
  name: 'describePicture',
  host: 'main',
  method: 'PATCH',
  path: '/sessions/:chatId/pictures/:fileId',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Sets the description (alt text) of a picture that a model made for the caller; empty for the question that it answers.',
  params: z.strictObject({ chatId: ChatId, fileId: FileId }),
  body: z.strictObject({ altText: LineOrNothing(limits.pictureDescriptionCharacters) }),
  reply: { json: messageReply(z.strictObject({ altText: z.string() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})
export const roomPictureEndpoints = { listRoomPictures, describePicture }
