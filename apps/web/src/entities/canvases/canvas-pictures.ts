import {
  type AccountId,
  type CanvasId,
  type CanvasPicture,
  type ChatId,
  copyPictureToCanvas,
  type FileId,
  openCanvasPicture,
  uploadCanvasPicture,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** The bytes of a picture of a canvas, which never change. */
export const canvasPictureQuery = (accountId: AccountId, canvasId: CanvasId, fileId: FileId) =>
  queryOptions({
    queryKey: ['canvas-picture', accountId, canvasId, fileId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const reply = await api.stream(
        openCanvasPicture,
        { params: { canvasId, fileId } },
        { place: { accountId, roomId: null }, signal },
      )
      return await reply.blob()
    },
  })

/** A picture for a canvas: a file of this device, or one of a chat in the canvas' room. */
export type PictureSource = { base64: string } | { chatId: ChatId; fileId: FileId }

/** Adds a picture to a canvas; throws the reason when that is refused. */
export async function giveCanvasPicture(
  accountId: AccountId,
  canvasId: CanvasId,
  source: PictureSource,
): Promise<CanvasPicture> {
  const settings = { place: { accountId, roomId: null } }
  const params = { canvasId }
  const reply =
    'base64' in source
      ? await api.call(uploadCanvasPicture, { params, body: source }, settings)
      : await api.call(copyPictureToCanvas, { params, body: source }, settings)
  return reply.message
}
