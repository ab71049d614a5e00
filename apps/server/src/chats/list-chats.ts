import type { ChatItem } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'
import { type ChatItemRow, presentChatItem } from './present.ts'

export type ChatPage = { page: number; pageSize: number; order: 'asc' | 'desc'; sortBy: 'date' | 'title' }

// Each list has its ORDER BY as a constant: nothing of a request ever becomes SQL text.
const orders = {
  date: { desc: sql`chat.asked_at desc, chat.id desc`, asc: sql`chat.asked_at, chat.id` },
  title: { desc: sql`lower(chat.title) desc, chat.id desc`, asc: sql`lower(chat.title), chat.id` },
}

// A chat in a private room that one was removed from is out of reach, and so not listed.
const reachable = (actor: Actor) => sql`
  chat.account_id = ${actor.accountId} and chat.owner_id = ${actor.userId} and chat.deleted_at is null and exists (
    select from room where room.account_id = chat.account_id and room.id = chat.room_id and room.deleted_at is null
      and (room.access_type = 'PUBLIC' or exists (
        select from room_member where room_member.account_id = room.account_id and room_member.room_id = room.id
          and room_member.user_id = ${actor.userId})))`

/** One page of the actor's chats in the account. */
export async function listChats(
  trx: TenantTransaction,
  actor: Actor,
  { page, pageSize, order, sortBy }: ChatPage,
): Promise<ChatItem[]> {
  const found = await sql<ChatItemRow>`
    select chat.id, chat.title, chat.room_id, chat.asked_at, chat.question_count, chat.credits_used_milli,
      (select name from identity_user where id = chat.owner_id) as owner_name,
      exists (select from turn where turn.account_id = chat.account_id and turn.chat_id = chat.id and turn.state = 'open') as is_answering
    from chat where ${reachable(actor)}
    order by ${orders[sortBy][order]} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
  return found.rows.map(presentChatItem)
}

/** How many chats the pages of `listChats` have together. */
export async function countChats(trx: TenantTransaction, actor: Actor): Promise<number> {
  const found = await sql<{
    count: number
  }>`select count(*)::int as count from chat where ${reachable(actor)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}
