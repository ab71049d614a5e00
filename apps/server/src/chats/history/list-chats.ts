import type { ChatItem, HistoryScope, RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Actor } from '../access.ts'
import { type ChatItemRow, presentChatItem } from '../present.ts'

export type ChatPage = { page: number; pageSize: number; order: 'asc' | 'desc'; sortBy: 'date' | 'title' }

/** A selection of chats that a person sees: a tab of the history, a label by name or id or 'unlabelled', one room. */
export type ChatChoice = {
  scope: HistoryScope
  label?: string | undefined
  /** Chats with a canvas. */
  canvas?: boolean
  roomId?: RoomId | undefined
  isUnseen?: boolean
}

// Constant ORDER BY clauses: nothing of a request becomes SQL text.
const orders = {
  date: { desc: sql`chat.asked_at desc, chat.id desc`, asc: sql`chat.asked_at, chat.id` },
  title: { desc: sql`lower(chat.title) desc, chat.id desc`, asc: sql`lower(chat.title), chat.id` },
}

/** SQL for a person's own chats that lists show them; excludes chats in rooms that they can't use anymore. */
export const listed = (actor: Actor, choice: ChatChoice): RawBuilder<unknown> =>
  sql`${chosen(actor, choice)} and ${inReach(actor)}`

/** SQL for the chats that others share with a person. */
export const sharedWith = (
  actor: Actor,
  { roomId, canvas = false }: Pick<ChatChoice, 'roomId' | 'canvas'> = {},
): RawBuilder<unknown> => sql`
  chat.account_id = ${actor.accountId} and chat.share <> 'none' and chat.deleted_at is null
    and chat.owner_id <> ${actor.userId} ${roomId ? sql`and chat.room_id = ${roomId}` : sql``}
    ${canvas ? sql`and ${hasCanvas(actor.accountId)}` : sql``} and ${inReach(actor)}`

/** Whether a selection has chats of others: stars, labels and unseen marks belong to the owner. */
const hasOthers = ({ scope, label, isUnseen = false }: ChatChoice): boolean =>
  (scope === 'all' || scope === 'shared') && !label && !isUnseen

/** SQL for a person's own chats of a selection, including those in inaccessible rooms. */
export const chosen = (
  { accountId, userId }: Actor,
  { scope, label, roomId, canvas = false, isUnseen = false }: ChatChoice,
): RawBuilder<unknown> => sql`
  chat.account_id = ${accountId} and chat.owner_id = ${userId} and chat.deleted_at is null and not chat.is_temporary
    ${canvas ? sql`and ${hasCanvas(accountId)}` : sql``}
    ${scope === 'shared' ? sql`and chat.share <> 'none'` : sql``}
    ${scope === 'starred' ? sql`and chat.is_starred` : sql``}
    ${isUnseen ? sql`and ${unseen(accountId, userId)}` : sql``}
    ${roomId ? sql`and chat.room_id = ${roomId}` : sql``}
    ${label ? labelled(label) : sql``}`

/**
 * SQL condition on a row named `chat`: its owner hasn't seen its last answer. Reads the table that the database keeps of these chats
 * (migration 0500).
 */
const unseen = (
  accountId: Actor['accountId'],
  userId: Actor['userId'],
): RawBuilder<unknown> => sql`chat.id in (
  select chat_id from unseen_chat where unseen_chat.account_id = ${accountId} and unseen_chat.owner_id = ${userId})`

/** SQL condition on a row named `chat`: it has a canvas, or a question about one. Row security hides others' that aren't shared. */
const hasCanvas = (accountId: Actor['accountId']): RawBuilder<unknown> => sql`(
  exists (select from canvas
    where canvas.account_id = ${accountId} and canvas.chat_id = chat.id and canvas.deleted_at is null)
  or exists (select from message
    join canvas on canvas.account_id = message.account_id and canvas.id = any(message.canvas_ids)
      and canvas.deleted_at is null
    where message.account_id = ${accountId} and message.chat_id = chat.id and message.canvas_ids <> '{}'))`

/** SQL condition on a row named `chat` with a room id: the room exists and the actor may use it. */
export const inReach = ({ accountId, userId }: Actor): RawBuilder<unknown> => sql`
  exists (
    select from room where room.account_id = ${accountId} and room.id = chat.room_id and room.deleted_at is null
      and (room.access_type = 'PUBLIC' or exists (
        select from room_member where room_member.account_id = room.account_id and room_member.room_id = room.id
          and room_member.user_id = ${userId})))`

const labelled = (label: string) =>
  label === 'unlabelled'
    ? sql`and not exists (
        select from chat_labelled where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id)`
    : sql`and exists (
        select from chat_labelled where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id
          and chat_labelled.label_id in (
            select id from chat_label where chat_label.account_id = chat.account_id
              and chat_label.owner_id = chat.owner_id and (id = ${label} or fold_text(name) = fold_text(${label}))))`

/** SQL for the labels of each chat of a query, as JSON, by name. */
export const labelsOfChat = sql`(
  select coalesce(json_agg(json_build_object('labelId', label.id, 'name', label.name) order by fold_text(label.name), label.id), '[]')
  from chat_labelled join chat_label as label
    on label.account_id = chat_labelled.account_id and label.id = chat_labelled.label_id
  where chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id)`

/** Returns one page of the actor's chats in the account and of those shared with them. Loads further details only for the page's chats. */
export async function listChats(
  trx: TenantTransaction,
  actor: Actor,
  choice: ChatChoice,
  { page, pageSize, order, sortBy }: ChatPage,
): Promise<ChatItem[]> {
  const offset = (page - 1) * pageSize
  const { accountId, userId } = actor
  // Each part by its own index, up to the end of the page.
  const part = (which: RawBuilder<unknown>) => sql`(
    select account_id, id, owner_id, share, title, room_id, asked_at, question_count, credits_used_milli, is_starred, answered_at,
      seen_at, forked_from
    from chat where ${which}
    order by ${orders[sortBy][order]} limit ${offset + pageSize})`
  const parts = [part(listed(actor, choice)), ...(hasOthers(choice) ? [part(sharedWith(actor, choice))] : [])]
  const isMine = sql`chat.owner_id = ${userId}`
  const found = await sql<ChatItemRow>`
    select chat.id, chat.title, chat.room_id, chat.asked_at, chat.question_count, chat.owner_id, chat.share,
      case when ${isMine} then chat.credits_used_milli else (
        select coalesce(sum(turn.credits_charged_milli), 0) from turn
        where turn.account_id = ${accountId} and turn.chat_id = chat.id and turn.asked_by = ${userId}) end::bigint as credits_used_milli,
      ${isMine} and chat.is_starred as is_starred, not ${isMine} and chat.share = 'read' as read_only,
      ${isMine} and coalesce(chat.answered_at > chat.seen_at, false) as is_unseen, chat.forked_from is not null as is_fork,
      case when ${isMine} then ${labelsOfChat} else '[]' end as labels,
      owner.name as owner_name, owner.image as owner_picture,
      exists (select from turn where turn.account_id = chat.account_id and turn.chat_id = chat.id and turn.state = 'open') as is_answering
    from (
      select * from (${sql.join(parts, sql` union all `)}) as chat
      order by ${orders[sortBy][order]} limit ${pageSize} offset ${offset}) as chat
      join identity_user as owner on owner.id = chat.owner_id
    order by ${orders[sortBy][order]}`.execute(trx)
  return found.rows.map(presentChatItem)
}

/** Returns the total number of chats over all pages of `listChats`. */
export async function countChats(
  trx: TenantTransaction,
  actor: Actor,
  choice: Pick<ChatChoice, 'scope' | 'label' | 'canvas'>,
): Promise<number> {
  const { scope, label, canvas = false } = choice
  const own =
    label || canvas || scope === 'shared'
      ? countByRoom(trx, actor, { scope, label, canvas })
      : countAll(trx, actor, scope)
  const others = hasOthers(choice) ? countShared(trx, actor, { canvas }) : 0
  return (await own) + (await others)
}

/** The number of chats that others share with a person, by the index of shared chats. */
async function countShared(
  trx: TenantTransaction,
  actor: Actor,
  choice: Pick<ChatChoice, 'canvas'>,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from chat where ${sharedWith(actor, choice)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Counts by the tallies that the database keeps (migration 0029), in constant time for any history. */
async function countAll(trx: TenantTransaction, actor: Actor, scope: HistoryScope): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(${scope === 'starred' ? sql`starred` : sql`chats`}), 0)::int as count from chat_tally as chat
    where account_id = ${actor.accountId} and owner_id = ${actor.userId} and ${inReach(actor)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Checks access once per room, not per chat. */
async function countByRoom(trx: TenantTransaction, actor: Actor, choice: ChatChoice): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(chats), 0)::int as count from (
      select chat.room_id, count(*) as chats from chat where ${chosen(actor, choice)} group by chat.room_id) as chat
    where ${inReach(actor)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}
