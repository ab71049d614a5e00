import {
  type AskQuestion,
  type BaseId,
  type ChatId,
  type InComparison,
  type MessageId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'
import { comparisonOfTurn } from './comparisons.ts'

type Asked = Pick<
  AskQuestion,
  'chatId' | 'parentTurnId' | 'ask' | 'baseIds' | 'usesRoomFiles' | 'usesWeb' | 'usesTools'
>

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
