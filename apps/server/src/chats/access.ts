import type { AccountId, ChatId, Modifiers, RoomId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mayUseRoom } from '../rooms/index.ts'

export type ChatAction = 'read' | 'write'

/** A person acting on a chat. */
export type Actor = { accountId: AccountId; userId: UserId }

export type ChatRow = {
  id: ChatId
  room_id: RoomId
  owner_id: UserId
  title: string
  title_source: 'none' | 'automatic' | 'person'
  current_turn_id: TurnId | null
  modifiers: Modifiers
  is_starred: boolean
  is_temporary: boolean
  is_unseen: boolean
  sends_all: boolean
  uses_room_files: boolean
  imported_from: 'chatgpt' | 'atrium' | null
  /** The chat and the turn of which this one is a copy. */
  forked_from: ChatId | null
  forked_from_turn: TurnId | null
  created_at: Date
  /** When the last answer ended; null before that. */
  answered_at: Date | null
  deleted_at: Date | null
}

/** Finds a person's own chat; with `isLocked`, locks it until the transaction ends. */
export async function findOwnChat(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  chatId: ChatId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<ChatRow | null> {
  const found = await sql<ChatRow>`
    select id, room_id, owner_id, title, title_source, current_turn_id, modifiers, is_starred, is_temporary,
      coalesce(answered_at > seen_at, false) as is_unseen, imported_from, sends_all, uses_room_files, forked_from,
      forked_from_turn, created_at, answered_at, deleted_at
    from chat where account_id = ${accountId} and id = ${chatId} and owner_id = ${userId}
    ${isLocked ? sql`for update` : sql``}`.execute(trx)
  return found.rows[0] ?? null
}

/**
 * The access policy of chats: the owner reads and writes while they may use the chat's room; nobody else sees it. Missing,
 * foreign and deleted chats look alike.
 */
export async function requireChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  _action: ChatAction,
  { evenDeleted = false, isLocked = false }: { evenDeleted?: boolean; isLocked?: boolean } = {},
): Promise<ChatRow> {
  const chat = await findOwnChat(trx, actor, chatId, { isLocked })
  // A temporary chat that was left can't be restored.
  if (!chat || (chat.deleted_at && (!evenDeleted || chat.is_temporary))) return fail('NOT_FOUND')
  if (!(await mayUseRoom(trx, actor, chat.room_id))) return fail('NOT_FOUND')
  return chat
}
