import { z } from 'zod'
import { endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { CanvasId, ChatId, RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, LineOrNothing, Text } from '../text/text.ts'
import { canvasAccess, canvasScopes, canvasShares } from './canvas-access.ts'

const Person = z.strictObject({ id: UserId, name: z.string(), pictureUrl: z.string().nullable() })
export type CanvasPerson = z.infer<typeof Person>

/** A canvas as a person sees it, without its document, which the collaboration socket synchronizes. */
export const Canvas = z.strictObject({
  canvasId: CanvasId,
  title: z.string(),
  room: z.strictObject({ id: RoomId, name: z.string() }),
  /** The chat that it was made from; null without one, and for people who may not read it. */
  chatId: ChatId.nullable(),
  /** An erased owner keeps the id, with the name 'Deleted user'. Null when no owner is stored. */
  owner: z.strictObject({ id: UserId, name: z.string() }).nullable(),
  share: z.enum(canvasShares),
  /** What the caller may do with it. */
  access: z.enum(canvasAccess),
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
  /** Time of the last change of its title or document. */
  updatedAt: z.iso.datetime(),
  /** Who has it open now. */
  people: z.array(Person),
})
export type Canvas = z.infer<typeof Canvas>

const Title = Line(limits.canvasTitleCharacters)
const ofCanvas = z.strictObject({ canvasId: CanvasId })

export const listCanvases = endpoint({
  name: 'listCanvases',
  host: 'main',
  method: 'GET',
  path: '/canvas/canvas-list',
  caller: 'account-member',
  summary:
    "Lists the caller's canvases and those shared with them, one page, with the total count: of a room, of a chat, and with all words of the search.",
  query: z.strictObject({
    scope: z.enum(canvasScopes).default('all'),
    room_id: RoomId.optional(),
    chat_id: ChatId.optional(),
    search: LineOrNothing(limits.searchCharacters).default(''),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.canvasPageSize, limits.listPageSizeMost),
    order: z.enum(['asc', 'desc']).default('desc'),
    sort_by: z.enum(['date', 'title']).default('date'),
  }),
  reply: { json: messagePageReply(Canvas) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const createCanvas = endpoint({
  name: 'createCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas',
  caller: 'account-member',
  summary:
    'Creates a canvas of the caller in a room that they may use, with the text of `markdown`; `chatId` is the chat that it comes from.',
  body: z.strictObject({
    title: Title.optional(),
    roomId: RoomId,
    chatId: ChatId.optional(),
    markdown: Text(limits.canvasMarkdownCharacters).default(''),
  }),
  reply: { json: messageReply(Canvas) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_CANVASES'],
  idempotency: 'key',
  bodyLimitBytes: 1024 * 1024,
})
/** Why a Word document did not become a canvas: `problem` in the details of INVALID_INPUT. */
export const canvasFileProblems = ['protected', 'damaged', 'empty', 'tooLarge'] as const
export type CanvasFileProblem = (typeof canvasFileProblems)[number]

export const importCanvas = endpoint({
  name: 'importCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas/imports',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Creates a canvas of the caller in a room that they may use, with the text of a Word document (docx, at most 8 MB). INVALID_INPUT names in `problem` why a file cannot be read: protected, damaged, empty or tooLarge. Disconnecting ends it.',
  body: z.strictObject({
    title: Title.optional(),
    roomId: RoomId,
    base64: z
      .string()
      .max(Math.ceil(limits.canvasFileBytes / 3) * 4, {
        error: 'The file can have at most 8 MB.',
        abort: true,
      })
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This should be base64.'),
  }),
  reply: { json: messageReply(Canvas) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_CANVASES', 'RATE_LIMITED'],
  idempotency: 'key',
  bodyLimitBytes: Math.ceil(limits.canvasFileBytes / 3) * 4 + 4_096,
})
export const openCanvas = endpoint({
  name: 'openCanvas',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId',
  caller: 'account-member',
  policy: 'canvas:view',
  summary: 'Returns a canvas without its document.',
  params: ofCanvas,
  reply: { json: messageReply(Canvas) },
  errors: ['NOT_FOUND'],
})
export const changeCanvas = endpoint({
  name: 'changeCanvas',
  host: 'main',
  method: 'PATCH',
  path: '/canvas/:canvasId',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Renames a canvas, for people who may edit it.',
  params: ofCanvas,
  body: z.strictObject({ title: Title }),
  reply: { json: messageReply(Canvas) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const shareCanvas = endpoint({
  name: 'shareCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas/share',
  caller: 'account-member',
  policy: 'canvas:manage',
  summary:
    "Shares a canvas with its room, to view, to comment or to edit, for its owner and the room's admins; its owner also stops sharing it. People who lose access are disconnected within a second.",
  body: z.strictObject({ canvasId: CanvasId, share: z.enum(canvasShares) }),
  reply: { json: messageReply(z.strictObject({ canvasId: CanvasId, share: z.enum(canvasShares) })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const duplicateCanvas = endpoint({
  name: 'duplicateCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/duplicate',
  caller: 'account-member',
  policy: 'canvas:view',
  summary: "Copies a canvas with its document: the copy is the caller's own, in the same room.",
  params: ofCanvas,
  body: z.strictObject({ title: Title.optional() }),
  reply: { json: messageReply(Canvas) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_CANVASES'],
  idempotency: 'key',
})
export const deleteCanvas = endpoint({
  name: 'deleteCanvas',
  host: 'main',
  method: 'DELETE',
  path: '/canvas/:canvasId',
  caller: 'account-member',
  policy: 'canvas:manage',
  summary: 'Deletes a canvas; it can be restored for 30 days.',
  params: ofCanvas,
  reply: { json: messageReply(z.strictObject({ canvasId: CanvasId })) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const restoreCanvas = endpoint({
  name: 'restoreCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/restore',
  caller: 'account-member',
  policy: 'canvas:manage',
  summary: 'Restores a deleted canvas.',
  params: ofCanvas,
  reply: { json: messageReply(Canvas) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const listCanvasUsers = endpoint({
  name: 'listCanvasUsers',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/current-users',
  caller: 'account-member',
  policy: 'canvas:view',
  summary: 'Lists the people who have a canvas open now, by name.',
  params: ofCanvas,
  reply: { json: messageReply(z.array(Person)) },
  errors: ['NOT_FOUND'],
})
export const canvasEndpoints = {
  listCanvases,
  createCanvas,
  importCanvas,
  openCanvas,
  changeCanvas,
  shareCanvas,
  duplicateCanvas,
  deleteCanvas,
  restoreCanvas,
  listCanvasUsers,
}
