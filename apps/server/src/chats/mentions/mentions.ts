import {
  type ChatId,
  limits,
  type MentionId,
  type MentionNotice,
  type MessageId,
  mintId,
  type RoomId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { namesOfRooms } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'

/**
 * Stores a question's mentions of people, and returns whom to notify: once per chat until they have seen it, never oneself, never
 * from a temporary chat.
 */
export async function noteMentions(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  { chatId, messageId }: { chatId: ChatId; messageId: MessageId },
  people: readonly UserId[],
): Promise<UserId[]> {
  const others = [...new Set(people)].filter((person) => person !== userId)
  if (others.length === 0) return []
  const noted = await sql<{ personId: UserId }>`
    insert into mention (account_id, id, chat_id, message_id, room_id, person_id, mentioned_by)
    select chat.account_id, given.id, chat.id, ${messageId}, chat.room_id, given.person_id, ${userId}
    from chat cross join unnest(${others.map(() => mintId('mention'))}::text[], ${others}::text[]) as given (id, person_id)
    where chat.account_id = ${accountId} and chat.id = ${chatId} and not chat.is_temporary and not exists (
      select from mention as earlier
      where earlier.account_id = chat.account_id and earlier.chat_id = chat.id and earlier.person_id = given.person_id
        and earlier.mentioned_by = ${userId} and earlier.seen_at is null)
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
export type StoredMention = { chatId: ChatId; turnId: TurnId | null; isShared: boolean }

/** The columns that tell where a mention is, and whether people other than the chat's owner may read it. */
export const whereAsked = sql`
  chat.id as "chatId", (chat.share <> 'none' or chat.owner_id = mention.person_id) and chat.room_id = mention.room_id as "isShared",
  (select turn.id from turn
    where turn.account_id = mention.account_id and turn.question_message_id = mention.message_id
    order by turn.position desc limit 1) as "turnId"`

/** The question of a mention for somebody who may use the room; null when its chat is not theirs to read. */
export const questionOf = ({ chatId, turnId, isShared }: StoredMention): MentionNotice['question'] =>
  isShared && turnId ? { chatId, turnId } : null

/** Returns who mentioned the actor lately, in rooms that they may use now. */
export async function listMentions(trx: TenantTransaction, actor: Actor): Promise<MentionNotice[]> {
  const found = await sql<NoticeRow>`
    select mention.id, mentioned_by as "byId", identity_user.name as "byName", mention.room_id as "roomId",
      mentioned_at as "mentionedAt", mention.seen_at is not null as "isSeen", ${whereAsked}
    from mention
    join identity_user on identity_user.id = mentioned_by
    join chat on chat.account_id = mention.account_id and chat.id = mention.chat_id
    where mention.account_id = ${actor.accountId} and person_id = ${actor.userId} and chat.deleted_at is null
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
