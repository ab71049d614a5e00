import {
  type AccountId,
  type ChatId,
  limits,
  type MessageId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'

type TemporaryChatPorts = {
  database: Database
  /** Erases the attachments of questions. Idempotent. */
  eraseAttachments: (accountId: AccountId, messageIds: readonly MessageId[]) => Promise<void>
  /** Lets other nouns detach from the erased turns. */
  onErasing: ReadonlyArray<
    (trx: Transaction, accountId: AccountId, turnIds: readonly TurnId[]) => Promise<void>
  >
}

type Left = { accountId: AccountId; chatId: ChatId; ownerId: UserId; createdAt: Date }

const atATime = 100

/**
 * Erases temporary chats that were left, or had no question for a day: questions, answers, pictures, logs and stored replies, so
 * that only the ledger's charge remains. Skips chats with a running answer. Returns how many were erased.
 */
export async function eraseTemporaryChats(ports: TemporaryChatPorts): Promise<number> {
  const { database } = ports
  let erased = 0
  await inSystem(database, (trx) =>
    sql`update chat set deleted_at = now()
      where is_temporary and deleted_at is null
        and asked_at < now() - make_interval(hours => ${limits.temporaryChatHours})`.execute(trx),
  )
  for (let left = await leftChats(database); left.length > 0; left = await leftChats(database)) {
    for (const chat of left) await erase(ports, chat)
    erased += left.length
  }
  return erased
}

/** Nobody can ask in a chat that was left, so no new answer can start. */
async function leftChats(database: Database): Promise<Left[]> {
  const found = await inSystem(database, (trx) =>
    sql<Left>`
      select account_id as "accountId", id as "chatId", owner_id as "ownerId", created_at as "createdAt" from chat
      where is_temporary and deleted_at is not null and not exists (
        select from turn where turn.account_id = chat.account_id and turn.chat_id = chat.id and turn.state = 'open')
      order by asked_at limit ${atATime}`.execute(trx),
  )
  return found.rows
}

/** Pictures first: an interrupted run finds the rest through the chat. */
async function erase(ports: TemporaryChatPorts, { accountId, chatId, ownerId, createdAt }: Left) {
  const ofChat = sql`where account_id = ${accountId} and chat_id = ${chatId}`
  const { messageIds, turnIds } = await inSystem(ports.database, async (trx) => {
    const messages = await sql<{ id: MessageId }>`select id from message ${ofChat}`.execute(trx)
    const turns = await sql<{ id: TurnId }>`select id from turn ${ofChat}`.execute(trx)
    return { messageIds: messages.rows.map(({ id }) => id), turnIds: turns.rows.map(({ id }) => id) }
  })
  await ports.eraseAttachments(accountId, messageIds)
  await inSystem(ports.database, async (trx) => {
    for (const forget of ports.onErasing) await forget(trx, accountId, turnIds)
    await sql`delete from turn_log where account_id = ${accountId} and turn_id = any(${turnIds})`.execute(trx)
    const named = [chatId, ...turnIds].map((id) => `%${id}%`)
    await sql`
      delete from idempotent_reply
      where user_id = ${ownerId} and created_at >= ${createdAt} and reply::text like any(${named})`.execute(
      trx,
    )
    await sql`delete from chat where account_id = ${accountId} and id = ${chatId}`.execute(trx)
  })
}
