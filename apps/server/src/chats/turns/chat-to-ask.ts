import {
  type AskQuestion,
  type ChatId,
  type ChatShare,
  mayInChat,
  type Modifiers,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import {
  refuseIf,
  type Statement,
  statement,
  type TenantTransaction,
  versionOf,
} from '../../platform/database/index.ts'
import { fail, Failure } from '../../platform/failure.ts'
import { refuseChangedRoom, type UsableRoom, usableRoom } from '../../rooms/index.ts'
import { type Actor, chatIfVisible, relationOf } from '../access.ts'

/** The room and settings of a chat, as an answer is planned from them. */
export type ChatToAsk = {
  room: UsableRoom
  ownerId: UserId
  share: ChatShare
  modifiers: Modifiers
  sendsAll: boolean
  usesRoomFiles: boolean
  usesWeb: boolean
  usesTools: boolean
  /** When the chat's last answer ended. */
  answeredAt: Date | null
  /** The question creates it. */
  isNew: boolean
  /** Differs when anything else of the chat does here, or the access to it; null for a new one. */
  version: string | null
}

type ChatKey = Pick<AskQuestion, 'chatId' | 'parentTurnId'>

/**
 * Returns the room and settings of the chat for a question, or those of a new chat in `roomId`. Locks and writes nothing. A chat of
 * somebody else that the actor may not read looks like a new one. Throws NOT_FOUND, FORBIDDEN, ROOM_REQUIRED.
 */
export async function findChatToAsk(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, parentTurnId }: ChatKey,
  roomId: RoomId | null,
): Promise<ChatToAsk> {
  const { chat, room } = await findChatAndRoom(trx, actor, chatId, roomId)
  if (!chat && parentTurnId) fail('NOT_FOUND')
  return { room, ...settingsOf(actor, chat) }
}

/**
 * Locks the existing chat of a question, and refuses when it, its room or the actor's access differ from what was planned with. The lock puts
 * simultaneous questions of one chat in order.
 */
export const refuseChangedChat = (
  actor: Actor,
  chatId: ChatId,
  { version, room }: Pick<ChatToAsk, 'version' | 'room'>,
): Statement[] => [
  statement(sql<{ isRefused: boolean }>`
    with found as materialized (${chatToAsk(actor, chatId)} for no key update)
    select ${refuseIf(sql`(select ${versionOf(sql`found`)} from found) is distinct from ${version}`)} as "isRefused"`),
  // A statement of its own, which sees what was committed while the first one waited for the lock.
  refuseChangedRoom(actor, room),
]

/** What a question needs of its chat. */
type AskedChat = {
  room_id: RoomId
  owner_id: UserId
  share: ChatShare
  modifiers: Modifiers
  sends_all: boolean
  uses_room_files: boolean
  uses_web: boolean
  uses_tools: boolean
  answered_at: Date | null
  deleted_at: Date | null
  version: string
}

/** The columns of `AskedChat` except `version`. */
const chatToAsk = (actor: Actor, chatId: ChatId) => sql`
  select room_id, owner_id, share, modifiers, sends_all, uses_room_files, uses_web, uses_tools, answered_at, deleted_at
  from chat where ${chatIfVisible(actor, chatId)}`

async function findAskedChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<AskedChat | null> {
  const found = await sql<AskedChat>`
    with found as materialized (${chatToAsk(actor, chatId)})
    select found.*, ${versionOf(sql`found`)} as version from found`.execute(trx)
  return found.rows[0] ?? null
}

/** The chat, null when the actor may not read it, with its room or the one of a new chat. */
async function findChatAndRoom(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  roomId: RoomId | null,
): Promise<{ chat: AskedChat | null; room: UsableRoom }> {
  const [found, requestedRoom] = await Promise.all([
    findAskedChat(trx, actor, chatId),
    roomId && usableRoom(trx, actor, roomId),
  ])
  const ownRoom =
    found && found.room_id !== roomId ? await usableRoom(trx, actor, found.room_id) : requestedRoom
  const chat = found && isAskable(actor, found, ownRoom || null) ? found : null
  if (chat?.deleted_at) fail('NOT_FOUND')
  if (!chat && !roomId) fail('ROOM_REQUIRED')
  return { chat, room: (chat ? ownRoom : requestedRoom) || fail('NOT_FOUND') }
}

/**
 * Whether the actor may read the chat; throws FORBIDDEN when they may not ask in it. An owner's access to the room is checked together with
 * it.
 */
function isAskable(actor: Actor, chat: AskedChat, room: UsableRoom | null): boolean {
  if (chat.owner_id === actor.userId) return true
  const relation = room && relationOf(chat.share, room.membershipType)
  if (relation && !mayInChat(relation, 'ask')) fail('FORBIDDEN')
  return relation !== null
}

/**
 * Refuses with ANSWER_RUNNING when another question after the same turn is being answered. For chats that are open for questions of others,
 * and with the chat locked.
 */
export const refuseWhileAnswering = ({ accountId }: Actor, { chatId, parentTurnId }: ChatKey): Statement =>
  statement(
    sql<{ isRefused: boolean }>`
      select ${refuseIf(sql`exists (
        select from turn where account_id = ${accountId} and chat_id = ${chatId} and state = 'open'
          and parent_turn_id is not distinct from ${parentTurnId}::text)`)} as "isRefused"`,
    () => new Failure('ANSWER_RUNNING'),
  )

/** The owner and settings of a chat, or of a new one. */
const settingsOf = ({ userId }: Actor, chat: AskedChat | null) => ({
  ownerId: chat?.owner_id ?? userId,
  share: chat?.share ?? ('none' as const),
  modifiers: chat?.modifiers ?? {},
  sendsAll: chat?.sends_all ?? false,
  usesRoomFiles: chat?.uses_room_files ?? true,
  usesWeb: chat?.uses_web ?? false,
  usesTools: chat?.uses_tools ?? false,
  answeredAt: chat?.answered_at ?? null,
  isNew: chat === null,
  version: chat?.version ?? null,
})
