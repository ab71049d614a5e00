import { countWords, markdownOf, stateFromMarkdown } from '@atrium/canvas'
import { type Canvas, type CanvasId, type ChatId, limits, mintId, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { applyUpdate, Doc } from 'yjs'
import type { Plans } from '../accounts/index.ts'
import { requireChat } from '../chats/index.ts'
import { advisoryLock, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import { type Actor, requireCanvas } from './access.ts'
import { readStored } from './collaboration/stored-document.ts'
import { copyBases } from './knowledge/bases-of-canvas.ts'
import { sharePictures } from './pictures/find-picture.ts'
import { presentCanvas } from './present-canvas.ts'
import { searchedWords } from './search-words.ts'
import { storeVersion } from './versions/store-version.ts'

/** The specification's title of a canvas without one (CANV-01). */
export const defaultTitle = 'Untitled Canvas'

type NewCanvas = { title?: string | undefined; roomId: RoomId; chatId?: ChatId | undefined; markdown: string }

/** Creates a canvas of the actor's with this text, in a room that they may use. */
export async function createCanvas(
  trx: TenantTransaction,
  actor: Actor,
  { title = defaultTitle, roomId, chatId, markdown }: NewCanvas,
): Promise<Canvas> {
  await requireRoom(trx, actor, roomId)
  if (chatId !== undefined) await requireChat(trx, actor, chatId, 'read')
  return await insertCanvas(trx, actor, { title, roomId, chatId, state: stateFromMarkdown(markdown) })
}

/** Copies a canvas that the actor has, as their own in the same room. */
export async function duplicateCanvas(
  trx: TenantTransaction,
  plans: Plans,
  actor: Actor,
  canvasId: CanvasId,
  title: string | undefined,
): Promise<Canvas> {
  const row = await requireCanvas(trx, actor, canvasId, 'view')
  const { state } = await readStored(trx, { accountId: actor.accountId, canvasId })
  const copy = await insertCanvas(trx, actor, {
    title: title ?? row.title,
    roomId: row.roomId,
    chatId: row.chatId ?? undefined,
    state,
  })
  await sharePictures(trx, actor.accountId, { from: canvasId, to: copy.canvasId })
  await copyBases(trx, plans, actor, { from: canvasId, to: copy.canvasId })
  return copy
}

/** Stores a canvas of the actor's with this Yjs state, in a room that they may use. */
export async function insertCanvas(
  trx: TenantTransaction,
  actor: Actor,
  { title, roomId, chatId, state }: Omit<NewCanvas, 'markdown'> & { title: string; state: Uint8Array },
): Promise<Canvas> {
  const { accountId, userId } = actor
  await refuseTooMany(trx, actor)
  const id = mintId('canvas')
  const doc = new Doc()
  applyUpdate(doc, state)
  const markdown = markdownOf(doc)
  await sql`
    insert into canvas (account_id, id, owner_id, private_to, room_id, chat_id, title, markdown, word_count, words, stored_bytes)
    values (${accountId}, ${id}, ${userId}, ${userId}, ${roomId}, ${chatId ?? null}, ${title}, ${markdown},
      ${countWords(markdown)}, ${searchedWords(title, markdown)}, ${state.length})`.execute(trx)
  await sql`
    insert into canvas_snapshot (account_id, canvas_id, seq, state)
    values (${accountId}, ${id}, 0, ${Buffer.from(state)})`.execute(trx)
  await sql`
    insert into canvas_author (account_id, canvas_id, user_id, last_seq)
    values (${accountId}, ${id}, ${userId}, 0)`.execute(trx)
  await storeVersion(trx, { accountId, canvasId: id })
  return presentCanvas(await requireCanvas(trx, actor, id, 'view'))
}

/** Renames a canvas, for people who may edit it. */
export async function renameCanvas(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  title: string,
): Promise<Canvas> {
  await requireCanvas(trx, actor, canvasId, 'edit', { isLocked: true })
  const found = await sql<{ markdown: string }>`
    select markdown from canvas where account_id = ${actor.accountId} and id = ${canvasId}`.execute(trx)
  await sql`
    update canvas set title = ${title}, words = ${searchedWords(title, found.rows[0]?.markdown ?? '')}, updated_at = now()
    where account_id = ${actor.accountId} and id = ${canvasId}`.execute(trx)
  return presentCanvas(await requireCanvas(trx, actor, canvasId, 'view'))
}

/** Counts the actor's canvases, one request after another. Throws TOO_MANY_CANVASES. */
export async function refuseTooMany(trx: TenantTransaction, { accountId, userId }: Actor): Promise<void> {
  await advisoryLock(trx, `canvases ${accountId} ${userId}`)
  const found = await sql<{ count: number }>`
    select count(*)::int as count from canvas
    where account_id = ${accountId} and owner_id = ${userId} and deleted_at is null`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= limits.maxCanvasesPerPerson) fail('TOO_MANY_CANVASES')
}
