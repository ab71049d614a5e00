import type { ChatDetails, ChatId, QuestionCost } from '@atrium/contract'
import { sql } from 'kysely'
import { attachmentsOf } from '../attachments/index.ts'
import { choicesOf } from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { type Actor, requireChat } from './access.ts'
import { listLabelsOfChat } from './labels.ts'
import { credits, presentTurn, type TurnRow } from './present.ts'
import { readLog } from './turn-log.ts'

/** A chat with all its turns in the order of asking. */
export async function readChat(trx: TenantTransaction, actor: Actor, chatId: ChatId): Promise<ChatDetails> {
  const chat = await requireChat(trx, actor, chatId, 'read')
  const found = await sql<TurnRow>`
    select turn.id, turn.parent_turn_id, turn.position, turn.question_message_id, turn.state, turn.parts, turn.last_event_id,
      turn.requested_model_id, turn.model_id, turn.model_name, turn.sandbox, turn.style, turn.continues_turn_id, turn.picture_options,
      turn.error_code, turn.retry_after_seconds, turn.usage, turn.credits_charged_milli, turn.rating, turn.followups, turn.started_at,
      turn.ended_at, message.text as question_text, message.mentions, message.author_id, identity_user.name as author_name, message.created_at as asked_at
    from turn
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    join identity_user on identity_user.id = message.author_id
    where turn.account_id = ${actor.accountId} and turn.chat_id = ${chatId}
    order by turn.position`.execute(trx)
  const messageIds = [...new Set(found.rows.map((row) => row.question_message_id))]
  const attachments = await attachmentsOf(trx, actor.accountId, messageIds)
  const turnIds = found.rows.map((row) => row.id)
  const choices = await choicesOf(trx, actor.accountId, turnIds)
  const turns = []
  for (const row of found.rows) {
    const logged = row.state === 'open' ? await readLog(trx, actor.accountId, row.id) : []
    const choice = choices.get(row.id) ?? null
    turns.push(presentTurn(row, { logged, choice, attachments: attachments.get(row.question_message_id) }))
  }
  return {
    chatId,
    chatTitle: chat.title,
    roomId: chat.room_id,
    readOnly: false,
    createdAt: chat.created_at.toISOString(),
    currentTurnId: chat.current_turn_id,
    modifiers: chat.modifiers,
    isTemporary: chat.is_temporary,
    importedFrom: chat.imported_from,
    isStarred: chat.is_starred,
    isUnseen: chat.is_unseen,
    labels: await listLabelsOfChat(trx, actor, chatId, ''),
    turns,
  }
}

/** What each question of a chat took (CHAT-10). */
export async function readCosts(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<QuestionCost[]> {
  await requireChat(trx, actor, chatId, 'read')
  const found = await sql<
    Pick<TurnRow, 'id' | 'model_name' | 'state' | 'started_at'> & { question: string; charged: number }
  >`
    select turn.id, left(message.text, 300) as question, turn.model_name, turn.state, turn.started_at,
      coalesce(turn.credits_charged_milli, 0) as charged
    from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${actor.accountId} and turn.chat_id = ${chatId}
    order by turn.position`.execute(trx)
  return found.rows.map((row) => ({
    turnId: row.id,
    question: row.question,
    modelName: row.model_name,
    state: row.state,
    askedAt: row.started_at.toISOString(),
    creditsCharged: credits(row.charged),
  }))
}
