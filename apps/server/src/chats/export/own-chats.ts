import type { AccountId, AnswerPart, ChatId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { rowsOf } from '../../platform/own-data.ts'
import { findChat, relationIn } from '../access.ts'
import { openSourcesIn } from '../open-sources.ts'
import { partsFor } from '../present.ts'

/** A chat in its owner's data export. */
export type ChatToKeep = {
  chatId: ChatId
  accountId: AccountId
  accountName: string
  roomName: string
  title: string
  createdAt: Date
  turns: {
    askedAt: Date
    question: string
    modelName: string | null
    state: string
    answer: AnswerPart[]
    rating: string | null
    creditsChargedMilli: number | null
  }[]
}

/**
 * Returns a person's chats in all accounts, and those of others in which they asked, oldest first, without deleted and temporary
 * ones. Reads across accounts, as the system.
 */
export const chatsOfPerson = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql<{ chatId: ChatId; title: string; createdAt: Date }>`
      select id as "chatId", ${titleFor(userId)} as title, created_at as "createdAt" from chat
      where deleted_at is null and not is_temporary and (owner_id = ${userId} or exists (
        select from message where message.account_id = chat.account_id and message.chat_id = chat.id
          and message.author_id = ${userId} and message.text <> ''))
      order by created_at, id`,
  )

/** The title of a person's own chat; of another's the beginning of their first question in it. */
const titleFor = (userId: UserId) => sql`
  coalesce(case when chat.owner_id = ${userId} then chat.title else (
    select left(message.text, 60) from message where message.account_id = chat.account_id and message.chat_id = chat.id
      and message.author_id = ${userId} order by message.created_at, message.id limit 1) end, '')`

/**
 * Returns one chat with every turn, with the sources that the person may open; null when it is gone. Of another's chat, only the
 * person's own questions, with the answers while they may read the chat.
 */
export async function chatToKeep(
  database: Database,
  userId: UserId,
  chatId: ChatId,
): Promise<ChatToKeep | null> {
  return await inSystem(database, async (trx) => {
    const chats = await sql<Omit<ChatToKeep, 'turns'> & { isOwn: boolean }>`
      select chat.id as "chatId", chat.account_id as "accountId", account.name as "accountName", room.name as "roomName",
        ${titleFor(userId)} as title, chat.created_at as "createdAt", chat.owner_id = ${userId} as "isOwn"
      from chat join account on account.id = chat.account_id
      join room on room.account_id = chat.account_id and room.id = chat.room_id
      where chat.id = ${chatId} and chat.deleted_at is null
        and not chat.is_temporary`.execute(trx)
    const [found] = chats.rows
    if (!found) return null
    const { isOwn, ...chat } = found
    const turns = await sql<ChatToKeep['turns'][number]>`
      select message.created_at as "askedAt", message.text as question, turn.model_name as "modelName", turn.state,
        turn.parts as answer, turn.rating, turn.credits_charged_milli as "creditsChargedMilli"
      from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
      where turn.account_id = ${chat.accountId} and turn.chat_id = ${chatId}
        and (${isOwn} or (message.author_id = ${userId} and turn.asked_by = ${userId}))
      order by turn.position`.execute(trx)
    if (turns.rows.length === 0 && !isOwn) return null
    const actor = { accountId: chat.accountId, userId }
    const row = await findChat(trx, actor, chatId)
    const mayRead = isOwn || (row !== null && (await relationIn(trx, actor, row)) !== null)
    const answers = turns.rows.map(({ answer }) => answer)
    const openFiles = await openSourcesIn(trx, actor, answers, [])
    return {
      ...chat,
      turns: turns.rows.map((turn) => ({ ...turn, answer: mayRead ? partsFor(turn.answer, openFiles) : [] })),
    }
  })
}
