import type { Canvas, CanvasScope, ChatId, RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { inReach as inReachOfChat } from '../chats/index.ts'
import { type Actor, countCanvases, findCanvases } from './access.ts'
import { presentCanvas } from './present-canvas.ts'
import { wordsOf } from './search-words.ts'

type CanvasChoice = {
  scope: CanvasScope
  roomId?: RoomId | undefined
  chatId?: ChatId | undefined
  search: string
}
type CanvasPage = { page: number; pageSize: number; order: 'asc' | 'desc'; sortBy: 'date' | 'title' }

// Constant ORDER BY clauses: nothing of a request becomes SQL text.
const orders = {
  date: {
    desc: sql`canvas.updated_at desc, canvas.id desc`,
    asc: sql`canvas.updated_at, canvas.id`,
  },
  title: {
    desc: sql`lower(canvas.title) desc, canvas.id desc`,
    asc: sql`lower(canvas.title), canvas.id`,
  },
}

/** Returns one page of the actor's canvases and of those shared with them, and the number of all. */
export async function listCanvases(
  trx: TenantTransaction,
  actor: Actor,
  choice: CanvasChoice,
  { page, pageSize, order, sortBy }: CanvasPage,
): Promise<{ message: Canvas[]; count: number }> {
  const which = chosen(actor, choice)
  const [rows, count] = await Promise.all([
    findCanvases(
      trx,
      actor,
      sql`${which} order by ${orders[sortBy][order]} limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
    countCanvases(trx, actor, which),
  ])
  return { message: rows.map(presentCanvas), count }
}

function chosen(actor: Actor, { scope, roomId, chatId, search }: CanvasChoice): RawBuilder<boolean> {
  const { userId } = actor
  const words = wordsOf(search)
  return sql<boolean>`
    canvas.deleted_at is null
    and case ${scope}::text when 'mine' then canvas.owner_id = ${userId} when 'shared' then canvas.share <> 'none' else true end
    and (${roomId ?? null}::text is null or canvas.room_id = ${roomId ?? null})
    and ${chatId === undefined ? sql`true` : sql`(canvas.chat_id = ${chatId} or ${isAskedAbout(actor, chatId)})`}
    and not exists (select from unnest(${words}::text[]) as word where strpos(canvas.words, word) = 0
      and not exists (select from canvas_comment as comment
        where comment.account_id = canvas.account_id and comment.canvas_id = canvas.id and strpos(comment.words, word) > 0))`
}

/** SQL condition on a row named `canvas`: a question of this chat, which the actor may read, is about it. */
const isAskedAbout = (actor: Actor, chatId: ChatId): RawBuilder<boolean> => sql<boolean>`
  exists (select from message
    join chat on chat.account_id = message.account_id and chat.id = message.chat_id and chat.deleted_at is null
      and (chat.owner_id = ${actor.userId} or chat.share <> 'none') and ${inReachOfChat(actor)}
    where message.account_id = canvas.account_id and message.chat_id = ${chatId} and canvas.id = any(message.canvas_ids))`
