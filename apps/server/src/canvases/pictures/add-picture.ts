import { randomBytes } from 'node:crypto'
import {
  type CanvasId,
  type CanvasPicture,
  type ChatId,
  type FileId,
  canvasPictureLimits,
  limits,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { readAttachment, requirePictureOfChat } from '../../attachments/index.ts'
import { requireChat } from '../../chats/index.ts'
import { type ReadPicture, readPicture } from '../../files/index.ts'
import { type Database, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { type Actor, requireCanvas } from '../access.ts'

export type PicturePorts = { database: Database; storage: Storage }

export const pictureFolder = 'canvases/'

/** Stores a picture that the actor uploads for a canvas that they may edit. Throws FILE_NOT_SUPPORTED. */
export async function uploadPicture(
  ports: PicturePorts,
  actor: Actor,
  canvasId: CanvasId,
  base64: string,
): Promise<CanvasPicture> {
  await inTenant(ports.database, actor, (trx) => requireEditable(trx, actor, canvasId))
  const bytes = Buffer.from(base64, 'base64')
  return await addPicture(ports, actor, canvasId, readPicture(bytes) ?? fail('FILE_NOT_SUPPORTED'))
}

/**
 * Copies a picture of a chat in the canvas' room, which the actor may read, to a canvas that they may edit. Its bytes are copied: people
 * who may view the canvas may have no access to the chat, and the picture outlasts the chat.
 */
export async function copyPicture(
  ports: PicturePorts,
  actor: Actor,
  { canvasId, chatId, fileId }: { canvasId: CanvasId; chatId: ChatId; fileId: FileId },
): Promise<CanvasPicture> {
  const storageKey = await inTenant(ports.database, actor, async (trx) => {
    const roomId = await requireEditable(trx, actor, canvasId)
    const chat = await requireChat(trx, actor, chatId, 'read')
    if (chat.room_id !== roomId) fail('NOT_FOUND')
    return await requirePictureOfChat(trx, actor.accountId, { chatId, fileId })
  })
  const bytes = (await readAttachment(ports.storage, storageKey)) ?? fail('NOT_FOUND')
  const picture = readPicture(Buffer.from(bytes)) ?? fail('FILE_NOT_SUPPORTED')
  return await addPicture(ports, actor, canvasId, picture)
}

/** Stores the bytes first, and deletes them when the canvas can't have the picture. */
async function addPicture(
  { database, storage }: PicturePorts,
  actor: Actor,
  canvasId: CanvasId,
  { bytes, contentType, width, height }: ReadPicture,
): Promise<CanvasPicture> {
  const { accountId, userId } = actor
  const fileId = mintId('file')
  const storageKey = `${pictureFolder}${accountId}/${randomBytes(16).toString('hex')}`
  await storage.put(storageKey, bytes, {
    contentType,
    cacheControl: 'private, no-store',
    maxBytes: limits.madePictureBytes,
  })
  let isAdded = false
  try {
    await inTenant(database, actor, async (trx) => {
      await requireEditable(trx, actor, canvasId, { isLocked: true })
      await sql`
        insert into canvas_picture (account_id, id, storage_key, content_type, size_bytes, width, height, added_by)
        values (${accountId}, ${fileId}, ${storageKey}, ${contentType}, ${bytes.length}, ${width}, ${height}, ${userId})`.execute(
        trx,
      )
      await sql`
        insert into canvas_picture_use (account_id, canvas_id, picture_id)
        values (${accountId}, ${canvasId}, ${fileId})`.execute(trx)
    })
    isAdded = true
  } finally {
    if (!isAdded) await storage.delete(storageKey)
  }
  return { fileId, width, height }
}

/** Returns the room of a canvas that the actor may edit and that can have one more picture. */
async function requireEditable(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  requirement: { isLocked?: boolean } = {},
): Promise<RoomId> {
  const { roomId } = await requireCanvas(trx, actor, canvasId, 'edit', requirement)
  const found = await sql<{ count: number }>`
    select count(*)::int as count from canvas_picture_use
    where account_id = ${actor.accountId} and canvas_id = ${canvasId}`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= canvasPictureLimits.maxPerCanvas)
    fail('INVALID_INPUT', {
      issues: [
        {
          path: 'params.canvasId',
          message: `A canvas can have at most ${canvasPictureLimits.maxPerCanvas} pictures.`,
        },
      ],
    })
  return roomId
}
