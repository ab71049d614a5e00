import {
  type AskQuestion,
  type BaseId,
  type ChatShare,
  type InComparison,
  type Mention,
  type MessageId,
  type Modifiers,
  type PictureOptions,
  type RoomId,
  type TurnId,
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
} from '../../platform/database/index.ts'
import { fail, Failure } from '../../platform/failure.ts'
import { keptModifiers } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'
import { shareAudit } from '../share-chat.ts'
import type { ChatToAsk } from './chat-to-ask.ts'
import type { AnsweringModel } from './finish-turn.ts'
import { leaseSeconds, openTurns } from './turn-lease.ts'
import { arrayText, type LogBatch } from './turn-log.ts'

export type TurnToOpen = Pick<AskQuestion, 'chatId' | 'turnId' | 'parentTurnId' | 'ask' | 'template'> & {
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
  /** The chat to create with it. */
  newChat?: NewChat | undefined
  /** Its first events in the log. */
  firstEvents?: LogBatch | undefined
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

/** Title of a chat until it has one: the beginning of its first question. */
export const provisionalTitle = (question: string): string => {
  // The fences of pasted texts are not part of it.
  const words = question.replaceAll(/^`{3,}(pasted text)?$/gm, '')
  const line = (words.trim() || question).replaceAll(/\s+/g, ' ').trim()
  return [...line].length > 60 ? `${[...line].slice(0, 59).join('')}…` : line
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
    where pending_turn.account_id = ${accountId} and pending_turn.asked_by = ${userId}
    having count(*) < ${limits.runningAnswersPerUser}::int`
  const { newChat } = turn
  const opening = sql<{ isRefused: boolean }>`
    with allowed as (${allowed}),
    moved as (${newChat ? chatCreated(actor, turn, newChat) : chatMoved(actor, turn)}),
    ${message}
    ${logged}
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
