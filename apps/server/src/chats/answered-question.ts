import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { namesOfRooms } from '../rooms/index.ts'
import { type Actor, findChat, relationIn } from './access.ts'

/** Returns the owner of a shared chat and everybody who asked in it; nobody for one that is not shared, or deleted. */
export async function peopleOfChat(
  trx: TenantTransaction,
  { accountId, chatId }: { accountId: AccountId; chatId: ChatId },
): Promise<UserId[]> {
  const found = await sql<{ userId: UserId }>`
    select owner_id as "userId" from chat
    where account_id = ${accountId} and id = ${chatId} and share <> 'none' and deleted_at is null
    union
    select asked_by from turn join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    where turn.account_id = ${accountId} and turn.chat_id = ${chatId} and share <> 'none' and deleted_at is null`.execute(
    trx,
  )
  return found.rows.map(({ userId }) => userId)
}

/**
 * Returns whose question was answered where, for somebody else who may read the chat now; null for one's own question, and for an
 * answer that failed or was stopped.
 */
export async function answeredQuestion(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, turnId }: { chatId: ChatId; turnId: TurnId },
): Promise<{ name: string; title: string; room: string } | null> {
  const chat = await findChat(trx, actor, chatId)
  if (!chat || chat.deleted_at || !(await relationIn(trx, actor, chat))) return null
  const asked = await sql<{ name: string }>`
    select identity_user.name from turn join identity_user on identity_user.id = asked_by
    where account_id = ${actor.accountId} and chat_id = ${chatId} and turn.id = ${turnId} and state = 'answered'
      and asked_by <> ${actor.userId}`.execute(trx)
  const [row] = asked.rows
  const room = (await namesOfRooms(trx, actor, [chat.room_id])).get(chat.room_id)
  return row && room !== undefined ? { name: row.name, title: chat.title, room } : null
}
