import {
  type AskQuestion,
  type BaseId,
  type ChatId,
  type ChatShare,
  type InComparison,
  mayInChat,
  type Mention,
  type MessageId,
  type Modifiers,
  type PictureOptions,
  type RoomId,
  type TurnId,
  type UserId,
  limits,
} from '@atrium/contract'
import { sql } from 'kysely'
import { auditing } from '../../accounts/index.ts'
import {
  jsonText,
  refuseIf,
  type Statement,
  statement,
  type TenantTransaction,
  versionOf,
} from '../../platform/database/index.ts'
import { fail, Failure } from '../../platform/failure.ts'
import { keptModifiers, refuseChangedRoom, type UsableRoom, usableRoom } from '../../rooms/index.ts'
import { type Actor, chatIfVisible, relationOf, requireChat } from '../access.ts'
import { insertWords } from '../history/chat-words.ts'
import { shareAudit } from '../share-chat.ts'
import { comparisonOfTurn } from './comparisons.ts'
import type { AnsweringModel } from './finish-turn.ts'
import { leaseSeconds, openTurns } from './turn-lease.ts'
import { arrayText, type LogBatch } from './turn-log.ts'

type Asked = Pick<
  AskQuestion,
  | 'chatId'
  | 'turnId'
  | 'parentTurnId'
  | 'ask'
  | 'baseIds'
  | 'usesRoomFiles'
  | 'usesWeb'
  | 'usesTools'
  | 'template'
>

export type TurnToOpen = Omit<Asked, 'baseIds' | 'usesRoomFiles' | 'usesWeb' | 'usesTools'> & {
  requestedModelId: string
  style: 'quick' | 'deep'
  /** New modifiers of the chat; undefined keeps the old. */
  modifiers?: Modifiers | undefined
  /** Picture options; null for an answer in words. */
  pictureOptions: PictureOptions | null
  /** Knowledge bases to search in addition to the room's context. */
  baseIds: readonly BaseId[]
  /** Whether the files of the room are searched for this turn. */
  usesRoomFiles: boolean
  /** Whether later questions of the chat search them; undefined keeps the setting. */
  usesRoomFilesFromNowOn: boolean | undefined
  /** Whether this turn may search the web. */
  usesWeb: boolean
  usesTools: boolean
  /** Whether later questions of the chat may; undefined keeps the setting. */
  usesWebFromNowOn: boolean | undefined
  /** The same for tools of connected servers. */
  usesToolsFromNowOn: boolean | undefined
  requestHash: string
  /** The mentions of a new question. */
  mentions: readonly Mention[]
  leaseOwner: string
  /** Null for an answer that is not compared with others. */
  comparison: InComparison | null
  model: AnsweringModel
  /** Whose chat it is. */
  ownerId: UserId
  /** The chat to create with it. */
  newChat?: NewChat | undefined
  /** Its first events in the log. */
  firstEvents?: LogBatch | undefined
}

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

/** The stored turn of an earlier request under the same id. */
type EarlierTurn = { request_hash: string; asked_by: string }

export async function findEarlierTurn(
  trx: TenantTransaction,
  actor: Actor,
  turnId: TurnId,
): Promise<EarlierTurn | undefined> {
  const found = await sql<EarlierTurn>`
    select request_hash, asked_by from turn where account_id = ${actor.accountId} and id = ${turnId}`.execute(
    trx,
  )
  return found.rows[0]
}

/**
 * Returns whether an earlier request was equal, so that repeating it is the same question; refuses a different request under the
 * same id.
 */
export function isSameRequest(earlier: EarlierTurn | undefined, actor: Actor, requestHash: string): boolean {
  if (!earlier) return false
  if (earlier.asked_by !== actor.userId || earlier.request_hash !== requestHash)
    fail('IDEMPOTENCY_KEY_REUSED')
  return true
}

type ChatKey = Pick<Asked, 'chatId' | 'parentTurnId'>

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

/** A chat to create with its first question. */
export type NewChat = {
  roomId: RoomId
  title: string
  titleSource: 'none' | 'person'
  isTemporary: boolean
  share: ChatShare
}

/**
 * Returns the chat to create for a first question: erased when the person leaves it with `isTemporary`; otherwise shared as the person
 * chose, or else by the room's default. Throws CONFLICT for a temporary chat to share.
 */
export function newChat(
  { room }: Pick<ChatToAsk, 'room'>,
  first: {
    question: string
    /** Without one, the chat is named by its question at first. */
    title?: string | undefined
    isTemporary: boolean
    share: ChatShare | undefined
  },
): NewChat {
  const { question, title, isTemporary } = first
  if (isTemporary && (first.share ?? 'none') !== 'none') fail('CONFLICT')
  return {
    roomId: room.id,
    title: title ?? provisionalTitle(question),
    titleSource: title === undefined ? 'none' : 'person',
    isTemporary,
    share: isTemporary ? 'none' : (first.share ?? room.newChatShare),
  }
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
    with found as materialized (${chatToAsk(actor, chatId)} for update)
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

/** Title of a chat until it has one: the beginning of its first question. */
export const provisionalTitle = (question: string): string => {
  // The fences of pasted texts are not part of it.
  const words = question.replaceAll(/^`{3,}(pasted text)?$/gm, '')
  const line = (words.trim() || question).replaceAll(/\s+/g, ' ').trim()
  return [...line].length > 60 ? `${[...line].slice(0, 59).join('')}…` : line
}

/**
 * Returns the question that a turn answers, the answer that it continues, its knowledge bases, and whether it searches the room's
 * files; undefined for the chat's setting.
 */
export async function questionOf(
  trx: TenantTransaction,
  actor: Actor,
  turn: Asked,
): Promise<{
  messageId: MessageId
  parentTurnId: TurnId | null
  baseIds: readonly BaseId[]
  usesRoomFiles: boolean | undefined
  usesWeb: boolean | undefined
  usesTools: boolean | undefined
  comparison: InComparison | null
}> {
  if (turn.ask.kind === 'question') {
    if (turn.parentTurnId) await requireTurn(trx, actor, turn.chatId, turn.parentTurnId)
    if (turn.ask.replacesTurnId) await refuseForeignQuestion(trx, actor, turn.chatId, turn.ask.replacesTurnId)
    return {
      messageId: turn.ask.messageId,
      parentTurnId: turn.parentTurnId,
      baseIds: turn.baseIds ?? [],
      usesRoomFiles: turn.usesRoomFiles,
      usesWeb: turn.usesWeb,
      usesTools: turn.usesTools,
      comparison: null,
    }
  }
  const answered = await requireTurn(trx, actor, turn.chatId, turn.ask.turnId)
  if (answered.parent_turn_id !== turn.parentTurnId) fail('CONFLICT')
  return {
    messageId: answered.question_message_id,
    parentTurnId: answered.parent_turn_id,
    baseIds: turn.baseIds ?? answered.base_ids,
    usesRoomFiles: turn.usesRoomFiles ?? answered.uses_room_files,
    usesWeb: turn.usesWeb ?? answered.uses_web,
    usesTools: turn.usesTools ?? answered.uses_tools,
    comparison: answered.comparison,
  }
}

async function requireTurn(trx: TenantTransaction, actor: Actor, chatId: ChatId, turnId: TurnId) {
  const found = await sql<{
    parent_turn_id: TurnId | null
    question_message_id: MessageId
    base_ids: BaseId[]
    uses_room_files: boolean
    uses_web: boolean
    uses_tools: boolean
    comparison: InComparison | null
  }>`
    select parent_turn_id, question_message_id, base_ids, uses_room_files, uses_web, uses_tools, ${comparisonOfTurn} as comparison from turn
    where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${turnId}`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}

/** Nobody edits a question that somebody else asked in a shared chat. */
async function refuseForeignQuestion(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  turnId: TurnId,
): Promise<void> {
  const { accountId, userId } = actor
  const found = await sql<{ authorId: UserId }>`
    select message.author_id as "authorId" from turn
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id and chat.share <> 'none'
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.chat_id = ${chatId} and turn.id = ${turnId}
      and message.author_id <> ${userId}`.execute(trx)
  const [foreign] = found.rows
  if (foreign) await requireChat(trx, actor, chatId, 'edit', { askedBy: foreign.authorId })
}

/** Another transaction created the chat meanwhile, or it is a chat that the actor may not see. */
export class ChatExists extends Error {}

/**
 * Inserts the question (unless it exists), its open turn, leased to its writer, the first events of its log and a new chat. Refuses with
 * TOO_MANY_ANSWERS a person with the maximum of running answers, and with `ChatExists` when the new chat is there already.
 */
export function insertTurn(
  actor: Actor,
  turn: TurnToOpen,
  question: { messageId: MessageId; parentTurnId: TurnId | null },
): Statement[] {
  const { accountId, userId } = actor
  const message =
    turn.ask.kind === 'question'
      ? sql`message_written as (
          insert into message (account_id, chat_id, id, author_id, text, mentions, canvas_ids)
          select ${accountId}, ${turn.chatId}, ${turn.ask.messageId}, ${userId}, ${turn.ask.text}, ${jsonText(turn.mentions)}::jsonb,
            ${turn.ask.canvasIds ?? []}::text[]
          from moved),`
      : sql``
  const template = turn.ask.kind === 'question' ? turn.template : undefined
  const { firstEvents } = turn
  const logged = firstEvents
    ? sql`logged as (
        insert into turn_log (account_id, turn_id, first_event_id, last_event_id, events)
        select ${accountId}, ${turn.turnId}, ${firstEvents.firstEventId},
          ${firstEvents.firstEventId + firstEvents.events.length - 1}::int, ${arrayText(firstEvents.events)}
        from moved),`
    : sql``
  const allowed = sql`
    select 1 from ${openTurns} and turn.lease_expires_at is distinct from 'infinity'
    where open_turn.account_id = ${accountId} and open_turn.asked_by = ${userId}
    having count(*) < ${limits.runningAnswersPerUser}::int`
  const { newChat } = turn
  const opening = sql<{ isRefused: boolean }>`
    with allowed as (${allowed}),
    moved as (${newChat ? chatCreated(actor, turn, newChat) : chatMoved(actor, turn)}),
    ${message}
    ${logged}
    found_by as (${insertWords({ accountId, userId: turn.ownerId }, turn, turn.ask.kind === 'question' ? turn.ask.text : '')}),
    opened as (insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, continues_turn_id, asked_by,
      requested_model_id, style, request_hash, model_id, model_name, sandbox, lease_owner, lease_number, lease_expires_at, attempts,
      picture_options, base_ids, uses_room_files, uses_web, uses_tools, comparison_id, comparison_column, prompt_id, prompt_version)
    select ${accountId}, ${turn.turnId}, ${turn.chatId}, ${question.parentTurnId}, moved.question_count, ${question.messageId},
      ${turn.ask.kind === 'continue' ? turn.ask.turnId : null}, ${userId}, ${turn.requestedModelId}, ${turn.style}, ${turn.requestHash},
      ${turn.model.modelId}, ${turn.model.displayName}, ${turn.model.sandbox},
      ${turn.leaseOwner}, 1, now() + make_interval(secs => ${leaseSeconds}), 1,
      ${turn.pictureOptions ? jsonText(turn.pictureOptions) : null}::jsonb, ${[...turn.baseIds]}::text[], ${turn.usesRoomFiles},
      ${turn.usesWeb}, ${turn.usesTools}, ${turn.comparison?.id ?? null}, ${turn.comparison?.column ?? null}::smallint,
      case when not moved.is_temporary then ${template?.promptId ?? null}::text end,
      case when not moved.is_temporary then ${template?.version ?? null}::int end
    from moved
    returning id)
    select ${refuseIf(sql`not exists (select from opened)`, sql`to_jsonb(exists (select from allowed))`)} as "isRefused"`
  const refusal = (isAllowed: unknown) =>
    newChat && isAllowed === true
      ? new ChatExists()
      : new Failure('TOO_MANY_ANSWERS', { retryAfterSeconds: 5 })
  return [
    statement(opening, refusal),
    ...(newChat && newChat.share !== 'none'
      ? [auditing(shareAudit(actor, { ...turn, ...newChat }, newChat.share))]
      : []),
  ]
}

/** SQL that counts the question in its chat and stores the settings that apply from now on. */
const chatMoved = ({ accountId, userId }: Actor, turn: TurnToOpen) => sql`
  update chat set current_turn_id = ${turn.turnId}, asked_at = now(),
    seen_at = case when owner_id = ${userId} then now() else seen_at end, question_count = question_count + 1,
    modifiers = coalesce(${turn.modifiers ? jsonText(keptModifiers(turn.modifiers)) : null}::jsonb, modifiers),
    uses_room_files = coalesce(${turn.usesRoomFilesFromNowOn ?? null}::boolean, uses_room_files),
    uses_web = coalesce(${turn.usesWebFromNowOn ?? null}::boolean, uses_web),
    uses_tools = coalesce(${turn.usesToolsFromNowOn ?? null}::boolean, uses_tools)
  from allowed where account_id = ${accountId} and id = ${turn.chatId}
  returning question_count, is_temporary`

/** SQL that creates the chat of its first question. */
const chatCreated = ({ accountId, userId }: Actor, turn: TurnToOpen, chat: NewChat) => sql`
  insert into chat (account_id, id, room_id, owner_id, title, title_source, is_temporary, share, shared_at, current_turn_id,
    question_count, modifiers, uses_room_files, uses_web, uses_tools)
  select ${accountId}, ${turn.chatId}, ${chat.roomId}, ${userId}, ${chat.title}, ${chat.titleSource}, ${chat.isTemporary}::boolean,
    ${chat.share}, ${chat.share === 'none' ? sql`null::timestamptz` : sql`now()`}, ${turn.turnId}, 1,
    ${jsonText(turn.modifiers ? keptModifiers(turn.modifiers) : {})}::jsonb, ${turn.usesRoomFilesFromNowOn ?? true}::boolean,
    ${turn.usesWebFromNowOn ?? false}::boolean, ${turn.usesToolsFromNowOn ?? false}::boolean
  from allowed on conflict do nothing
  returning question_count, is_temporary`
