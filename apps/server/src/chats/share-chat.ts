import type { ChatId, ChatShare, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type AuditToWrite, writeAudits } from '../accounts/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { forgetDocuments } from '../knowledge/index.ts'
import { type Actor, requireChat } from './access.ts'
import { endLinksOfChats } from './links/chat-links.ts'

/**
 * Shares a chat with the people of its room, or stops sharing. Returns the chats whose sharing ended. Throws CONFLICT for a
 * temporary chat.
 */
export async function shareChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  share: ChatShare,
): Promise<EndedShare[]> {
  if (share === 'none') {
    await requireChat(trx, actor, chatId, 'stopSharing', { isLocked: true })
    return await endSharing(trx, actor, [chatId])
  }
  const chat = await requireChat(trx, actor, chatId, 'share', { isLocked: true })
  if (chat.is_temporary) fail('CONFLICT')
  if (chat.share === share) return []
  await sql`
    update chat set share = ${share}, shared_at = now()
    where account_id = ${actor.accountId} and id = ${chatId}`.execute(trx)
  await auditShares(trx, actor, [{ chatId, roomId: chat.room_id }], share)
  return []
}

/** A chat that only its owner can read again: the others' streams of it must be closed. */
export type EndedShare = { chatId: ChatId; roomId: RoomId; ownerId: Actor['userId'] }

/**
 * Stops sharing the given chats, where they are shared, and requests the answers to questions of others to stop. Revokes the links of all.
 */
export async function endSharing(
  trx: TenantTransaction,
  actor: Actor,
  chatIds: readonly ChatId[],
): Promise<EndedShare[]> {
  await endLinksOfChats(trx, actor, chatIds)
  const ended = await sql<EndedShare>`
    update chat set share = 'none', shared_at = null
    where account_id = ${actor.accountId} and id = any(${[...chatIds]}) and share <> 'none'
    returning id as "chatId", room_id as "roomId", owner_id as "ownerId"`.execute(trx)
  if (ended.rows.length === 0) return []
  await forgetDocuments(
    trx,
    actor.accountId,
    ended.rows.map(({ chatId }) => chatId),
  )
  await sql`
    update turn set stop_requested_at = now() from chat
    where turn.account_id = ${actor.accountId} and turn.chat_id = any(${ended.rows.map(({ chatId }) => chatId)})
      and chat.account_id = turn.account_id and chat.id = turn.chat_id and turn.asked_by <> chat.owner_id
      and turn.state = 'open'`.execute(trx)
  await auditShares(trx, actor, ended.rows, 'none')
  return ended.rows
}

type SharedChat = { chatId: ChatId; roomId: RoomId }

/** Writes the sharing of chats to the audit log. */
const auditShares = (
  trx: TenantTransaction,
  actor: Actor,
  chats: readonly SharedChat[],
  share: ChatShare,
): Promise<void> =>
  writeAudits(
    trx,
    chats.map((chat) => shareAudit(actor, chat, share)),
  )

/** The audit entry of a chat's sharing, without its title: account admins read the log, and may not read the chat. */
export const shareAudit = (
  { accountId, userId: actorId }: Actor,
  { chatId, roomId }: SharedChat,
  share: ChatShare,
): AuditToWrite => ({
  accountId,
  actorId,
  action: share === 'none' ? 'chat.sharing-ended' : 'chat.shared',
  objectType: 'chat',
  objectId: chatId,
  details: { roomId, ...(share !== 'none' && { share }) },
})

/** Returns the room whose people see changes of a chat; null for a chat that is not shared. */
export async function roomSharedWith(
  trx: TenantTransaction,
  { accountId }: Pick<Actor, 'accountId'>,
  chatId: ChatId,
): Promise<RoomId | null> {
  const found = await sql<{ roomId: RoomId }>`
    select room_id as "roomId" from chat
    where account_id = ${accountId} and id = ${chatId} and share <> 'none'`.execute(trx)
  return found.rows[0]?.roomId ?? null
}
