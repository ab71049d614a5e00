import {
  type AccountId,
  type AskQuestion,
  type BaseId,
  type ChatId,
  type Mention,
  type MessageId,
  type Modifiers,
  type PictureOptions,
  type RoomId,
  type TurnId,
  limits,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { keptModifiers, type RoomBrief, usableRoom } from '../rooms/index.ts'
import { type Actor, findOwnChat, requireChat } from './access.ts'
import { insertWords } from './chat-words.ts'
import type { AnsweringModel } from './finish-turn.ts'
import { leaseSeconds } from './turn-lease.ts'

type Asked = Pick<AskQuestion, 'chatId' | 'turnId' | 'parentTurnId' | 'ask' | 'baseIds'>

export type TurnToOpen = Omit<Asked, 'baseIds'> & {
  requestedModelId: string
  style: 'quick' | 'deep'
  /** What the chat's answers are to be like from now on; undefined changes nothing. */
  modifiers?: Modifiers | undefined
  /** What pictures are made; null for an answer in words. */
  pictureOptions: PictureOptions | null
  /** The knowledge bases that are asked beside the context of the room. */
  baseIds: readonly BaseId[]
  requestHash: string
  /** Those of a new question. */
  mentions: readonly Mention[]
  leaseOwner: string
  model: AnsweringModel
}

/** What is to be known of a chat for a question in it. */
type EnteredChat = { room: RoomBrief; modifiers: Modifiers; sendsAll: boolean; hasTwin: boolean }

/** What is known of the turn of an earlier request under the same id. */
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

/** Whether an earlier request was equal, so that sending again is the same question; a different request is refused. */
export function isSameRequest(earlier: EarlierTurn | undefined, actor: Actor, requestHash: string): boolean {
  if (!earlier) return false
  if (earlier.asked_by !== actor.userId || earlier.request_hash !== requestHash)
    fail('IDEMPOTENCY_KEY_REUSED')
  return true
}

/**
 * Makes sure that the chat is there, locks it, and that the actor may ask in it; a chat is born with its first question. What
 * its room tells models comes with it. With `isTemporary` it is born to be erased when it is left.
 * The lock puts simultaneous questions of one chat in order. `hasTwin` when the same chat was born meanwhile: a query that was asked
 * together with this saw nothing of it.
 */
export async function enterChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  roomId: RoomId | null,
  first: { question: string; isTemporary: boolean },
): Promise<EnteredChat> {
  const [chat, hereRoom] = await Promise.all([
    findOwnChat(trx, actor, chatId, { isLocked: true }),
    roomId && usableRoom(trx, actor, roomId),
  ])
  if (chat?.deleted_at) fail('NOT_FOUND')
  const wanted = chat?.room_id ?? roomId ?? fail('ROOM_REQUIRED')
  const room = (wanted === roomId ? hereRoom : await usableRoom(trx, actor, wanted)) ?? fail('NOT_FOUND')
  if (chat) return { room, modifiers: chat.modifiers, sendsAll: chat.sends_all, hasTwin: false }
  const born = await sql`
    insert into chat (account_id, id, room_id, owner_id, title, is_temporary)
    values (${actor.accountId}, ${chatId}, ${room.id}, ${actor.userId}, ${provisionalTitle(first.question)}, ${first.isTemporary})
    on conflict do nothing returning id`.execute(trx)
  if (born.rows.length > 0) return { room, modifiers: {}, sendsAll: false, hasTwin: false }
  // The same question came at the same moment; or the id is somebody else's, and looks like nothing.
  const twin = await requireChat(trx, actor, chatId, 'write', { isLocked: true })
  const twinsRoom = (await usableRoom(trx, actor, twin.room_id)) ?? fail('NOT_FOUND')
  return { room: twinsRoom, modifiers: twin.modifiers, sendsAll: twin.sends_all, hasTwin: true }
}

/**
 * Whoever opens or closes a turn holds its chat first and the credits last, so that no two wait for each other. Null when the
 * chat is gone.
 */
export async function lockChat(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
): Promise<{ roomId: RoomId; isTemporary: boolean; isDeleted: boolean } | null> {
  const locked = await sql<{ roomId: RoomId; isTemporary: boolean; isDeleted: boolean }>`
    select room_id as "roomId", is_temporary as "isTemporary", deleted_at is not null as "isDeleted" from chat
    where account_id = ${accountId} and id = ${chatId} for update`.execute(trx)
  return locked.rows[0] ?? null
}

/** What a chat is called until it gets a title: the beginning of its first question. */
export const provisionalTitle = (question: string): string => {
  // The fences of pasted texts are no words.
  const words = question.replaceAll(/^`{3,}(pasted text)?$/gm, '')
  const line = (words.trim() || question).replaceAll(/\s+/g, ' ').trim()
  return [...line].length > 60 ? `${[...line].slice(0, 59).join('')}…` : line
}

/** Which question a turn answers, which of its answers it goes on from, and the knowledge bases that it is asked of. */
export async function questionOf(
  trx: TenantTransaction,
  actor: Actor,
  turn: Asked,
): Promise<{ messageId: MessageId; parentTurnId: TurnId | null; baseIds: readonly BaseId[] }> {
  if (turn.ask.kind === 'question') {
    if (turn.parentTurnId) await requireTurn(trx, actor, turn.chatId, turn.parentTurnId)
    return {
      messageId: turn.ask.messageId,
      parentTurnId: turn.parentTurnId,
      baseIds: turn.baseIds ?? [],
    }
  }
  const answered = await requireTurn(trx, actor, turn.chatId, turn.ask.turnId)
  if (answered.parent_turn_id !== turn.parentTurnId) fail('CONFLICT')
  return {
    messageId: answered.question_message_id,
    parentTurnId: answered.parent_turn_id,
    baseIds: turn.baseIds ?? answered.base_ids,
  }
}

async function requireTurn(trx: TenantTransaction, actor: Actor, chatId: ChatId, turnId: TurnId) {
  const found = await sql<{
    parent_turn_id: TurnId | null
    question_message_id: MessageId
    base_ids: BaseId[]
  }>`
    select parent_turn_id, question_message_id, base_ids from turn
    where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${turnId}`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}

/**
 * Writes the question (unless it is there already) and its open turn, leased to whoever will write the answer: one statement,
 * which writes nothing for somebody who has enough answers running.
 */
export async function insertTurn(
  trx: TenantTransaction,
  actor: Actor,
  turn: TurnToOpen,
  question: { messageId: MessageId; parentTurnId: TurnId | null },
): Promise<void> {
  const { accountId, userId } = actor
  const message =
    turn.ask.kind === 'question'
      ? sql`message_written as (
          insert into message (account_id, chat_id, id, author_id, text, mentions)
          select ${accountId}, ${turn.chatId}, ${turn.ask.messageId}, ${userId}, ${turn.ask.text}, ${JSON.stringify(turn.mentions)}::jsonb
          from allowed),`
      : sql``
  const opened = await sql`
    with allowed as (
      select 1 from turn where account_id = ${accountId} and asked_by = ${userId} and state = 'open'
      having count(*) < ${limits.runningAnswersPerUser}::int),
    ${message}
    moved as (
      update chat set current_turn_id = ${turn.turnId}, asked_at = now(), seen_at = now(), question_count = question_count + 1,
        modifiers = coalesce(${turn.modifiers ? JSON.stringify(keptModifiers(turn.modifiers)) : null}::jsonb, modifiers)
      from allowed where account_id = ${accountId} and id = ${turn.chatId}
      returning question_count, is_temporary),
    found_by as (${insertWords(actor, turn, turn.ask.kind === 'question' ? turn.ask.text : '')})
    insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, continues_turn_id, asked_by,
      requested_model_id, style, request_hash, model_id, model_name, sandbox, lease_owner, lease_number, lease_expires_at, attempts,
      picture_options, base_ids)
    select ${accountId}, ${turn.turnId}, ${turn.chatId}, ${question.parentTurnId}, moved.question_count, ${question.messageId},
      ${turn.ask.kind === 'continue' ? turn.ask.turnId : null}, ${userId}, ${turn.requestedModelId}, ${turn.style}, ${turn.requestHash},
      ${turn.model.modelId}, ${turn.model.displayName}, ${turn.model.sandbox},
      ${turn.leaseOwner}, 1, now() + make_interval(secs => ${leaseSeconds}), 1,
      ${turn.pictureOptions ? JSON.stringify(turn.pictureOptions) : null}::jsonb, ${[...turn.baseIds]}::text[]
    from moved
    returning id`.execute(trx)
  if (opened.rows.length === 0) fail('TOO_MANY_ANSWERS', { retryAfterSeconds: 5 })
}
