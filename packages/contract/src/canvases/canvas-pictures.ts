import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { CanvasId, ChatId, FileId } from '../ids.ts'
import { attachmentTypes } from '../knowledge/attachments.ts'

/** Only the editor needs them, which is why they are not among the `limits` that every page loads. */
export const canvasPictureLimits = {
  /** Of an uploaded picture. */
  bytes: 8_000_000,
  maxPerCanvas: 500,
  /** Pictures put into canvases per person. */
  maxPerMinute: 30,
  altCharacters: 500,
} as const

/** A picture that a canvas may show; its document refers to it by the id. */
export const CanvasPicture = z.strictObject({
  fileId: FileId,
  /** In pixels. */
  width: z.int(),
  height: z.int(),
})
export type CanvasPicture = z.infer<typeof CanvasPicture>

const base64Characters = Math.ceil(canvasPictureLimits.bytes / 3) * 4
const ofCanvas = z.strictObject({ canvasId: CanvasId })

export const uploadCanvasPicture = endpoint({
  name: 'uploadCanvasPicture',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/pictures',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    'Stores a picture (PNG, JPEG, GIF or WebP, at most 8 MB and 4,096 pixels a side) for a canvas, without its metadata. The document shows it where a node names its id.',
  params: ofCanvas,
  body: z.strictObject({
    base64: z
      .string()
      .max(base64Characters, { error: 'The picture can have at most 8 MB.', abort: true })
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This should be base64.'),
  }),
  reply: { json: messageReply(CanvasPicture) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'FILE_NOT_SUPPORTED', 'RATE_LIMITED'],
  idempotency: 'key',
  bodyLimitBytes: base64Characters + 4_096,
})
export const copyPictureToCanvas = endpoint({
  name: 'copyPictureToCanvas',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/pictures/copies',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    "Copies a picture of a chat that the caller may read, in the canvas' room, to a canvas: whoever may view the canvas sees it, and it stays when the chat is deleted.",
  params: ofCanvas,
  body: z.strictObject({ chatId: ChatId, fileId: FileId }),
  reply: { json: messageReply(CanvasPicture) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
  idempotency: 'key',
})
export const openCanvasPicture = endpoint({
  name: 'openCanvasPicture',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/pictures/:fileId',
  caller: 'account-member',
  policy: 'canvas:view',
  summary: 'Returns a picture of a canvas.',
  params: z.strictObject({ canvasId: CanvasId, fileId: FileId }),
  reply: { other: attachmentTypes },
  errors: ['NOT_FOUND'],
})
export const canvasPictureEndpoints = { uploadCanvasPicture, copyPictureToCanvas, openCanvasPicture }
