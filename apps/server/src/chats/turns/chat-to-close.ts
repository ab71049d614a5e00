import type { AccountId, ChatId, ChatShare, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  jsonText,
  refuseIf,
  type Statement,
  statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'

/** What ending an answer needs of its chat. */
export type ChatToClose = { roomId: RoomId; share: ChatShare; isTemporary: boolean; isDeleted: boolean }

const chatToClose = (accountId: AccountId, chatId: ChatId) => sql<ChatToClose>`
  select room_id as "roomId", share, is_temporary as "isTemporary", deleted_at is not null as "isDeleted" from chat
  where account_id = ${accountId} and id = ${chatId}`

/**
 * Finds the chat of an answer; null when it is gone. With `isLocked`, locks it. Opening and closing a turn lock the chat first and the
 * credits last, to prevent deadlocks.
 */
export async function findChatToClose(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
  { isLocked }: { isLocked: boolean },
): Promise<ChatToClose | null> {
  const found = await sql<ChatToClose>`
    ${chatToClose(accountId, chatId)} ${isLocked ? sql`for no key update` : sql``}`.execute(trx)
  return found.rows[0] ?? null
}

/** Locks the chat, and refuses when it differs from `chat`. */
export const refuseOtherChat = (
  accountId: AccountId,
  chatId: ChatId,
  chat: ChatToClose | null,
): Statement => {
  const isOther = sql<boolean>`(select to_jsonb(found) from found) is distinct from ${chat ? jsonText(chat) : null}::jsonb`
  return statement(sql<{ isRefused: boolean }>`
    with found as materialized (${chatToClose(accountId, chatId)} for no key update)
    select ${refuseIf(isOther)} as "isRefused"`)
}
