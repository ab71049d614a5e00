import {
  type ChatId,
  mayInChat,
  type Modifiers,
  type Rating,
  type RoomId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { forgetDocuments } from '../knowledge/index.ts'
import { fail } from '../platform/failure.ts'
import { keptModifiers } from '../rooms/index.ts'
import { type Actor, requireChat } from './access.ts'
import { type EndedShare, endSharing } from './share-chat.ts'
import { putTitleWords, replacingWords, titleWords } from './history/chat-words.ts'

/** Renames a chat, stores the open branch, its modifiers, or whether summaries and room files are sent. */
export async function changeChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  changes: {
    chatTitle?: string | undefined
    currentTurnId?: TurnId | undefined
    modifiers?: Modifiers | undefined
    sendsAll?: boolean | undefined
    usesRoomFiles?: boolean | undefined
    usesWeb?: boolean | undefined
    usesTools?: boolean | undefined
  },
) {
  const chat = await requireChat(trx, actor, chatId, 'read')
  const { chatTitle: newTitle, ...settings } = changes
  if (newTitle !== undefined && !mayInChat(chat.relation, 'rename')) fail('FORBIDDEN')
  if (Object.values(settings).some((value) => value !== undefined) && !mayInChat(chat.relation, 'ask'))
    fail('FORBIDDEN')
  // A chat that no list shows needs no title.
  if (chat.is_temporary && changes.chatTitle !== undefined) return fail('NOT_FOUND')
  if (changes.currentTurnId) await requireTurnOf(trx, actor, chatId, changes.currentTurnId)
  const title = changes.chatTitle ?? chat.title
  const currentTurnId = changes.currentTurnId ?? chat.current_turn_id
  const modifiers = changes.modifiers ? keptModifiers(changes.modifiers) : chat.modifiers
  const sendsAll = changes.sendsAll ?? chat.sends_all
  const usesRoomFiles = changes.usesRoomFiles ?? chat.uses_room_files
  const usesWeb = changes.usesWeb ?? chat.uses_web
  const usesTools = changes.usesTools ?? chat.uses_tools
  await sql`
    update chat set title = ${title}, current_turn_id = ${currentTurnId}, modifiers = ${jsonText(modifiers)}::jsonb,
      sends_all = ${sendsAll}, uses_room_files = ${usesRoomFiles}, uses_web = ${usesWeb},
      uses_tools = ${usesTools},
      title_source = ${changes.chatTitle === undefined ? chat.title_source : 'person'}
    where account_id = ${actor.accountId} and id = ${chatId}`.execute(trx)
  if (changes.chatTitle !== undefined) await putTitleWords(trx, actor.accountId, chatId)
  return { chatId, chatTitle: title, currentTurnId, modifiers, sendsAll, usesRoomFiles, usesWeb, usesTools }
}

/**
 * Deletes a chat, ends its sharing and requests its running answers to stop. It can be restored until it is erased. Returns the
 * ended share.
 */
export async function deleteChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<EndedShare[]> {
  const chat = await requireChat(trx, actor, chatId, 'delete')
  if (chat.is_temporary) fail('NOT_FOUND')
  const ended = await endSharing(trx, actor, [chatId])
  await remove(trx, actor, chatId)
  return ended
}

/** Leaves a temporary chat for good: it becomes unreadable, and is erased once no answer is running in it. */
export async function leaveTemporaryChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<void> {
  const chat = await requireChat(trx, actor, chatId, 'delete')
  if (!chat.is_temporary) fail('NOT_FOUND')
  await remove(trx, actor, chatId)
}

async function remove(trx: TenantTransaction, actor: Actor, chatId: ChatId): Promise<void> {
  await sql`update chat set deleted_at = now() where account_id = ${actor.accountId} and id = ${chatId}`.execute(
    trx,
  )
  await sql`update turn set stop_requested_at = now()
    where account_id = ${actor.accountId} and chat_id = ${chatId} and state = 'open'`.execute(trx)
  await forgetDocuments(trx, actor.accountId, [chatId])
}

/** Restores a deleted chat; does nothing if it isn't deleted. */
export async function restoreChat(trx: TenantTransaction, actor: Actor, chatId: ChatId): Promise<void> {
  await requireChat(trx, actor, chatId, 'delete', { evenDeleted: true })
  await sql`update chat set deleted_at = null where account_id = ${actor.accountId} and id = ${chatId}`.execute(
    trx,
  )
}

/** Rates an answer, or removes the rating. */
export async function rateAnswer(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  turnId: TurnId,
  rating: Rating | null,
): Promise<void> {
  await requireChat(trx, actor, chatId, 'read')
  const askedBy = await requireTurnOf(trx, actor, chatId, turnId)
  await requireChat(trx, actor, chatId, 'rate', { askedBy })
  await sql`update turn set rating = ${rating} where account_id = ${actor.accountId} and id = ${turnId}`.execute(
    trx,
  )
}

/** Stores follow-up questions with an answer. */
export async function keepFollowups(
  trx: TenantTransaction,
  actor: Pick<Actor, 'accountId'>,
  turnId: TurnId,
  followups: readonly string[],
): Promise<void> {
  await sql`
    update turn set followups = ${jsonText(followups)}::jsonb
    where account_id = ${actor.accountId} and id = ${turnId}`.execute(trx)
}

/**
 * Sets a chat's automatic title unless a person named it. Returns the room that the chat is shared with, if any; null when the title
 * stays.
 */
export async function setAutomaticTitle(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  title: string,
): Promise<{ roomId: RoomId | null } | null> {
  const changed = await sql<{ roomId: RoomId | null }>`
    with titled as (
      update chat set title = ${title}, title_source = 'automatic'
      where account_id = ${actor.accountId} and id = ${chatId} and owner_id = ${actor.userId}
        and title_source = 'none' and deleted_at is null
      returning is_temporary, case when share <> 'none' then room_id end as room_id),
    found_by as (${titleWords(actor, chatId, title)} from titled where not is_temporary ${replacingWords})
    select room_id as "roomId" from titled`.execute(trx)
  return changed.rows[0] ?? null
}

/** Returns who asked for the answer; throws NOT_FOUND unless the turn is in the chat. */
async function requireTurnOf(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  turnId: TurnId,
): Promise<UserId> {
  const found = await sql<{ askedBy: UserId }>`
    select asked_by as "askedBy" from turn
    where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${turnId}`.execute(trx)
  return found.rows[0]?.askedBy ?? fail('NOT_FOUND')
}
