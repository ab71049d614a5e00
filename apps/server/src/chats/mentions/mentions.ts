import {
  type CanvasId,
  type ChatId,
  type CommentId,
  limits,
  type MentionId,
  type MentionNotice,
  type MessageId,
  mintId,
  type RoomId,
  type ThreadId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Statement, statement, type TenantTransaction } from '../../platform/database/index.ts'
import { namesOfRooms } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'

/**
 * Stores a question's mentions of people. Its rows are those to notify: once per chat until they have seen it, never oneself, never from a
 * temporary chat. Null without mentions.
 */
export function noteMentions(
  { accountId, userId }: Actor,
  { chatId, messageId }: { chatId: ChatId; messageId: MessageId },
  people: readonly UserId[],
): Statement<{ personId: UserId }> | null {
  const others = [...new Set(people)].filter((person) => person !== userId)
  if (others.length === 0) return null
  return statement(sql<{ personId: UserId }>`
    insert into mention (account_id, id, chat_id, message_id, room_id, person_id, mentioned_by)
    select chat.account_id, given.id, chat.id, ${messageId}, chat.room_id, given.person_id, ${userId}
    from chat cross join unnest(${others.map(() => mintId('mention'))}::text[], ${others}::text[]) as given (id, person_id)
    where chat.account_id = ${accountId} and chat.id = ${chatId} and not chat.is_temporary and not exists (
      select from mention as earlier
      where earlier.account_id = chat.account_id and earlier.chat_id = chat.id and earlier.person_id = given.person_id
        and earlier.mentioned_by = ${userId} and earlier.seen_at is null)
    returning person_id as "personId"`)
}

/**
 * Stores a comment's mentions of people who may open its canvas, and returns whom to notify: those who were not mentioned in it before,
 * and never oneself.
 */
export async function noteCommentMentions(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  { roomId, canvasId, commentId }: { roomId: RoomId; canvasId: CanvasId; commentId: CommentId },
  people: readonly UserId[],
): Promise<UserId[]> {
  const others = [...new Set(people)].filter((person) => person !== userId)
  if (others.length === 0) return []
  const noted = await sql<{ personId: UserId }>`
    insert into mention (account_id, id, canvas_id, comment_id, room_id, person_id, mentioned_by)
    select ${accountId}, given.id, ${canvasId}, ${commentId}, ${roomId}, given.person_id, ${userId}
    from unnest(${others.map(() => mintId('mention'))}::text[], ${others}::text[]) as given (id, person_id)
    where not exists (
      select from mention as earlier
      where earlier.account_id = ${accountId} and earlier.canvas_id = ${canvasId} and earlier.comment_id = ${commentId}
        and earlier.person_id = given.person_id)
    returning person_id as "personId"`.execute(trx)
  return noted.rows.map(({ personId }) => personId)
}

type NoticeRow = StoredMention & {
  id: MentionId
  byId: UserId
  byName: string
  roomId: RoomId
  mentionedAt: Date
  isSeen: boolean
}

/** The columns of `whereAsked`. */
export type StoredMention = {
  chatId: ChatId | null
  turnId: TurnId | null
  canvasId: CanvasId | null
  threadId: ThreadId | null
  isShared: boolean
}

/** The chat or the canvas of a mention. */
export const joinedChatOrCanvas = sql`
  left join chat on chat.account_id = mention.account_id and chat.id = mention.chat_id
  left join canvas on canvas.account_id = mention.account_id and canvas.id = mention.canvas_id
  left join canvas_comment as comment on comment.account_id = mention.account_id and comment.canvas_id = mention.canvas_id
    and comment.id = mention.comment_id`

/** SQL condition: the chat or canvas is not deleted. Row security hides private canvases of others. */
export const isNotDeleted = sql`(
  (mention.chat_id is not null and chat.deleted_at is null) or (canvas.id is not null and canvas.deleted_at is null))`

/** The columns that say where a mention is, and whether people other than the chat's or canvas' owner may read it. */
export const whereAsked = sql`
  chat.id as "chatId", canvas.id as "canvasId", comment.thread_id as "threadId",
  coalesce(case when chat.id is not null
    then (chat.share <> 'none' or chat.owner_id = mention.person_id) and chat.room_id = mention.room_id
    else (canvas.share <> 'none' or canvas.owner_id = mention.person_id) and canvas.room_id = mention.room_id end, false) as "isShared",
  (select turn.id from turn
    where turn.account_id = mention.account_id and turn.question_message_id = mention.message_id
    order by turn.position desc limit 1) as "turnId"`

/** The question of a mention for somebody who may use the room; null when they may not read its chat. */
export const questionOf = ({ chatId, turnId, isShared }: StoredMention): MentionNotice['question'] =>
  isShared && chatId && turnId ? { chatId, turnId } : null

/** The comment of a mention for somebody who may use the room; null when they may not open its canvas. */
export const commentOf = ({ canvasId, threadId, isShared }: StoredMention): MentionNotice['comment'] =>
  isShared && canvasId && threadId ? { canvasId, threadId } : null

/** Returns who mentioned the actor recently, in rooms that they may use now. */
export async function listMentions(trx: TenantTransaction, actor: Actor): Promise<MentionNotice[]> {
  const found = await sql<NoticeRow>`
    select mention.id, mentioned_by as "byId", identity_user.name as "byName", mention.room_id as "roomId",
      mentioned_at as "mentionedAt", mention.seen_at is not null as "isSeen", ${whereAsked}
    from mention
    join identity_user on identity_user.id = mentioned_by
    ${joinedChatOrCanvas}
    where mention.account_id = ${actor.accountId} and person_id = ${actor.userId} and ${isNotDeleted}
    order by mentioned_at desc, mention.id desc limit ${limits.mentionsListed}`.execute(trx)
  const roomIds = [...new Set(found.rows.map(({ roomId }) => roomId))]
  const names = await namesOfRooms(trx, actor, roomIds)
  return found.rows.flatMap(({ id, byId, byName, roomId, mentionedAt, isSeen, ...asked }) => {
    const roomName = names.get(roomId)
    return roomName === undefined
      ? []
      : [
          {
            mentionId: id,
            by: { id: byId, name: byName },
            roomId,
            roomName,
            question: questionOf(asked),
            comment: commentOf(asked),
            mentionedAt: mentionedAt.toISOString(),
            isSeen,
          },
        ]
  })
}

/** Marks these mentions of the actor as seen. */
export async function markMentionsSeen(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  ids: readonly MentionId[],
): Promise<void> {
  await sql`
    update mention set seen_at = now()
    where account_id = ${accountId} and person_id = ${userId} and id = any(${[...ids]}::text[]) and seen_at is null`.execute(
    trx,
  )
}
