import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { type OwnData, type OwnFile, rowsOf } from '../../platform/own-data.ts'
import { chatAsMarkdown } from './chat-as-markdown.ts'
import { chatsOfPerson, chatToKeep } from './own-chats.ts'

export const ownData: OwnData = {
  columns: [
    'chat.owner_id',
    'message.author_id',
    'chat_link.created_by',
    'chat_label.owner_id',
    'queued_question.author_id',
    'mention.person_id',
  ],
  read: async (trx, userId) => ({
    chats: await chatsOfPerson(trx, userId),
    'chat-links': await linksOf(trx, userId),
    'chat-labels': await labelsOf(trx, userId),
    'queued-questions': await queuedOf(trx, userId),
    mentions: await mentionsOf(trx, userId),
  }),
  async files({ database }, userId) {
    const chats = await inSystem(database, (trx) => chatsOfPerson(trx, userId))
    const load = rememberingLast((chatId: (typeof chats)[number]['chatId']) =>
      chatToKeep(database, userId, chatId),
    )
    return chats.flatMap(({ chatId }): OwnFile[] => [
      {
        path: `chats/${chatId}.json`,
        read: async () => `${JSON.stringify(await load(chatId), null, 2)}\n`,
      },
      {
        path: `chats/${chatId}.md`,
        async read() {
          // Null when it was deleted during the export.
          const chat = await load(chatId)
          return chat ? chatAsMarkdown(chat) : ''
        },
      },
    ])
  },
}

/** Each chat is written twice in a row, and loaded once. */
function rememberingLast<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  let last: { key: Key; value: Promise<Value> } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: load(key) }
    return last.value
  }
}

/** The links that they made, without their names. */
const linksOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "chatLinkId", chat_id as "chatId", title, audience, created_at as "createdAt",
        expires_at as "expiresAt", revoked_at as "revokedAt", view_count as "viewCount", last_viewed_at as "lastViewedAt"
      from chat_link where created_by = ${userId} order by created_at, id`,
  )

/** Their labels, with the chats that have each. */
const labelsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", name, created_at as "createdAt", array(
          select chat_id from chat_labelled as labelled
          where labelled.account_id = chat_label.account_id and label_id = chat_label.id order by chat_id) as "chatIds"
      from chat_label where owner_id = ${userId} order by created_at, id`,
  )

/** Their questions that wait for a running answer, or could not start. */
const queuedOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", chat_id as "chatId", question_text as question, state, queued_at as "queuedAt"
      from queued_question where author_id = ${userId} order by number`,
  )

/** Where and when others mentioned them; the texts are those of others. */
const mentionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", room_id as "roomId", chat_id as "chatId", canvas_id as "canvasId",
        mentioned_at as "mentionedAt", seen_at as "seenAt"
      from mention where person_id = ${userId} order by mentioned_at, id`,
  )
