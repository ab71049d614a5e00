import type { AccountId, MentionId, MentionNotice, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction, Transaction } from '../../platform/database/index.ts'
import { namesOfRooms } from '../../rooms/index.ts'
import {
  commentOf,
  isNotDeleted,
  joinedChatOrCanvas,
  questionOf,
  type StoredMention,
  whereAsked,
} from './mentions.ts'

/** An unseen mention that hasn't been mailed yet. A reader of its chat gets the question. */
export type UnmailedMention = {
  mentionId: MentionId
  name: string
  room: string
  question: MentionNotice['question']
  comment: MentionNotice['comment']
}

type MentionRow = StoredMention & {
  mentionId: MentionId
  roomId: RoomId
  name: string
}

/** Returns the actor's unseen mentions since a moment, newest first, in rooms that they may use; nothing of the question. */
export async function unmailedMentions(
  trx: TenantTransaction,
  actor: { accountId: AccountId; userId: UserId },
  since: Date,
): Promise<UnmailedMention[]> {
  const found = await sql<MentionRow>`
    select mention.id as "mentionId", mention.room_id as "roomId", identity_user.name, ${whereAsked}
    from mention join identity_user on identity_user.id = mention.mentioned_by
    ${joinedChatOrCanvas}
    where mention.account_id = ${actor.accountId} and mention.person_id = ${actor.userId} and ${isNotDeleted}
      and mention.seen_at is null and mention.mailed_at is null and mention.mentioned_at > ${since}
    order by mentioned_at desc, mention.id desc limit 100`.execute(trx)
  const rooms = await namesOfRooms(trx, actor, [...new Set(found.rows.map(({ roomId }) => roomId))])
  return found.rows.flatMap(({ mentionId, roomId, name, ...asked }) => {
    const room = rooms.get(roomId)
    return room === undefined
      ? []
      : [{ mentionId, name, room, question: questionOf(asked), comment: commentOf(asked) }]
  })
}

/** Records that these mentions of a person were mailed. Needs a system transaction. */
export async function markMentionsMailed(
  trx: Transaction,
  userId: UserId,
  ids: readonly MentionId[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update mention set mailed_at = now()
    where person_id = ${userId} and id = any(${[...ids]}::text[]) and mailed_at is null`.execute(trx)
}
