import type { ChatItem, HistoryScope, LabelId, RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'
import { type ChatItemRow, presentChatItem } from './present.ts'

export type ChatPage = { page: number; pageSize: number; order: 'asc' | 'desc'; sortBy: 'date' | 'title' }

/** Which of somebody's chats: a tab of the history, a label or 'unlabelled', those of one room. */
export type ChatChoice = {
  scope: HistoryScope
  label?: LabelId | 'unlabelled' | undefined
  roomId?: RoomId | undefined
  isUnseen?: boolean
}

// Each list has its ORDER BY as a constant: nothing of a request ever becomes SQL text.
const orders = {
  date: { desc: sql`chat.asked_at desc, chat.id desc`, asc: sql`chat.asked_at, chat.id` },
  title: { desc: sql`lower(chat.title) desc, chat.id desc`, asc: sql`lower(chat.title), chat.id` },
}

/** The chats that lists show somebody: a chat in a private room that one was removed from is out of reach, and so not listed. */
export const listed = (actor: Actor, choice: ChatChoice): RawBuilder<unknown> =>
  sql`${chosen(actor, choice)} and ${inReach(actor)}`

/** The chats of a choice, whether their rooms are in reach or not. */
export const chosen = (
  { accountId, userId }: Actor,
  { scope, label, roomId, isUnseen = false }: ChatChoice,
): RawBuilder<unknown> => sql`
  chat.account_id = ${accountId} and chat.owner_id = ${userId} and chat.deleted_at is null and not chat.is_temporary
    ${scope === 'starred' ? sql`and chat.is_starred` : sql``}
    ${isUnseen ? sql`and chat.answered_at > chat.seen_at` : sql``}
    ${roomId ? sql`and chat.room_id = ${roomId}` : sql``}
    ${label ? labelled(label) : sql``}`

/** Of whatever is called `chat` and has a room's id: that the room is there and the actor may use it. */
export const inReach = ({ accountId, userId }: Actor): RawBuilder<unknown> => sql`
  exists (
    select from room where room.account_id = ${accountId} and room.id = chat.room_id and room.deleted_at is null
      and (room.access_type = 'PUBLIC' or exists (
        select from room_member where room_member.account_id = room.account_id and room_member.room_id = room.id
          and room_member.user_id = ${userId})))`

const labelled = (label: LabelId | 'unlabelled') =>
  label === 'unlabelled'
    ? sql`and not exists (
        select from chat_labelled where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id)`
    : sql`and exists (
        select from chat_labelled where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id
          and chat_labelled.label_id = ${label})`

/** The labels of each chat of a query, as JSON, by name. */
export const labelsOfChat = sql`(
  select coalesce(json_agg(json_build_object('labelId', label.id, 'name', label.name) order by fold_text(label.name), label.id), '[]')
  from chat_labelled join chat_label as label
    on label.account_id = chat_labelled.account_id and label.id = chat_labelled.label_id
  where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id)`

/** One page of the actor's chats in the account. What else is told of them is looked up for those of the page alone. */
export async function listChats(
  trx: TenantTransaction,
  actor: Actor,
  choice: ChatChoice,
  { page, pageSize, order, sortBy }: ChatPage,
): Promise<ChatItem[]> {
  const found = await sql<ChatItemRow>`
    select chat.id, chat.title, chat.room_id, chat.asked_at, chat.question_count, chat.credits_used_milli, chat.is_starred,
      coalesce(chat.answered_at > chat.seen_at, false) as is_unseen, ${labelsOfChat} as labels,
      (select name from identity_user where id = chat.owner_id) as owner_name,
      exists (select from turn where turn.account_id = chat.account_id and turn.chat_id = chat.id and turn.state = 'open') as is_answering
    from (
      select account_id, id, owner_id, title, room_id, asked_at, question_count, credits_used_milli, is_starred, answered_at, seen_at
      from chat where ${listed(actor, choice)}
      order by ${orders[sortBy][order]} limit ${pageSize} offset ${(page - 1) * pageSize}) as chat
    order by ${orders[sortBy][order]}`.execute(trx)
  return found.rows.map(presentChatItem)
}

/** How many chats the pages of `listChats` have together. */
export function countChats(
  trx: TenantTransaction,
  actor: Actor,
  { scope, label }: { scope: HistoryScope; label?: ChatChoice['label'] },
): Promise<number> {
  return label ? countLabelled(trx, actor, { scope, label }) : countAll(trx, actor, scope)
}

/** By the tallies that the database keeps (migration 0029): a history of any length is counted in the same time. */
async function countAll(trx: TenantTransaction, actor: Actor, scope: HistoryScope): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(${scope === 'starred' ? sql`starred` : sql`chats`}), 0)::int as count from chat_tally as chat
    where account_id = ${actor.accountId} and owner_id = ${actor.userId} and ${inReach(actor)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Whether a room is in reach is asked once a room, not once a chat. */
async function countLabelled(trx: TenantTransaction, actor: Actor, choice: ChatChoice): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(chats), 0)::int as count from (
      select chat.room_id, count(*) as chats from chat where ${chosen(actor, choice)} group by chat.room_id) as chat
    where ${inReach(actor)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}
