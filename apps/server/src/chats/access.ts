import {
  type AccountId,
  type ChatAction,
  type ChatId,
  type ChatShare,
  type ChatRelation,
  mayInChat,
  type MembershipType,
  type Modifiers,
  type RoomId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { findRoom, mayUseRoom, type RoomBrief, usableRoom } from '../rooms/index.ts'

export type { ChatAction } from '@atrium/contract'

/** A person acting on a chat. */
export type Actor = { accountId: AccountId; userId: UserId }

export type ChatRow = {
  id: ChatId
  room_id: RoomId
  owner_id: UserId
  share: ChatShare
  title: string
  title_source: 'none' | 'automatic' | 'person'
  current_turn_id: TurnId | null
  modifiers: Modifiers
  /** The owner's; false for others. */
  is_starred: boolean
  is_temporary: boolean
  /** The owner's; false for others. */
  is_unseen: boolean
  sends_all: boolean
  uses_room_files: boolean
  uses_web: boolean
  uses_tools: boolean
  imported_from: 'chatgpt' | 'atrium' | null
  /** The chat and the turn of which this one is a copy. */
  forked_from: ChatId | null
  forked_from_turn: TurnId | null
  created_at: Date
  /** When the last answer ended; null before that. */
  answered_at: Date | null
  deleted_at: Date | null
}

/** SQL condition: this chat, which is the person's own or shared. */
export const chatIfVisible = ({ accountId, userId }: Actor, chatId: ChatId) => sql`
  account_id = ${accountId} and id = ${chatId} and (owner_id = ${userId} or (share <> 'none' and deleted_at is null))`

/**
 * Finds a chat that is the person's own or shared; with `isLocked`, locks it until the transaction ends. Checks no access to its
 * room: that is `relationIn`.
 */
export async function findChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<ChatRow | null> {
  const { userId } = actor
  const found = await sql<ChatRow>`
    select id, room_id, owner_id, share, title, title_source, current_turn_id, modifiers,
      is_starred and owner_id = ${userId} as is_starred, is_temporary,
      owner_id = ${userId} and coalesce(answered_at > seen_at, false) as is_unseen, imported_from, sends_all,
      uses_room_files, uses_web, uses_tools, forked_from, forked_from_turn, created_at, answered_at, deleted_at
    from chat where ${chatIfVisible(actor, chatId)}
    ${isLocked ? sql`for no key update` : sql``}`.execute(trx)
  return found.rows[0] ?? null
}

/** The person's relation to a chat that `findChat` found; null when they may not (or may no longer) use its room. */
export async function relationIn(
  trx: TenantTransaction,
  actor: Actor,
  chat: Pick<ChatRow, 'owner_id' | 'room_id' | 'share'>,
): Promise<ChatRelation | null> {
  if (chat.owner_id === actor.userId) return (await mayUseRoom(trx, actor, chat.room_id)) ? 'owner' : null
  const room = await findRoom(trx, actor, chat.room_id)
  return room && relationOf(chat.share, room.membership_type)
}

/**
 * Like `requireChat`, and returns what a question needs of the chat's room: permission for both in two statements that are sent together,
 * as long as the chat is in the expected room.
 */
export async function requireChatInRoom(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, roomId }: { chatId: ChatId; roomId: RoomId },
  action: ChatAction,
): Promise<RoomBrief> {
  const [chat, expected] = await Promise.all([findChat(trx, actor, chatId), usableRoom(trx, actor, roomId)])
  if (!chat || chat.deleted_at) return fail('NOT_FOUND')
  const room = chat.room_id === roomId ? expected : await usableRoom(trx, actor, chat.room_id)
  if (!room) return fail('NOT_FOUND')
  const relation =
    chat.owner_id === actor.userId ? 'owner' : ((await relationIn(trx, actor, chat)) ?? fail('NOT_FOUND'))
  if (!mayInChat(relation, action, false)) fail('FORBIDDEN')
  return room
}

/** The relation of somebody who doesn't own the chat, by their role in its room. */
export const relationOf = (share: ChatShare, type: MembershipType): ChatRelation | null => {
  if (share === 'none') return null
  if (share === 'open') return type === 'MEMBER' ? 'openMember' : 'openAdmin'
  return type === 'MEMBER' ? 'readMember' : 'readAdmin'
}

type Requirement = {
  /** Also finds a deleted chat, for its owner. */
  evenDeleted?: boolean
  isLocked?: boolean
  /** Who asked the question concerned: some rights apply only to a person's own questions. */
  askedBy?: UserId
}

/**
 * The access policy of chats, by the table `chatPolicy`. Throws NOT_FOUND to whoever may not read the chat, so that missing, foreign and
 * deleted chats look alike, and FORBIDDEN to those who may read it but not do this.
 */
export async function requireChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  action: ChatAction,
  { evenDeleted = false, isLocked = false, askedBy }: Requirement = {},
): Promise<ChatRow & { relation: ChatRelation }> {
  const chat = await findChat(trx, actor, chatId, { isLocked })
  // A temporary chat that was left can't be restored.
  if (!chat || (chat.deleted_at && (!evenDeleted || chat.is_temporary))) return fail('NOT_FOUND')
  const relation = (await relationIn(trx, actor, chat)) ?? fail('NOT_FOUND')
  if (!mayInChat(relation, action, askedBy === actor.userId)) fail('FORBIDDEN')
  return { ...chat, relation }
}
