import type { AccountId, AnswerPart, Mention, MessageId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'

export type BranchTurn = {
  messageId: MessageId
  question: string
  /** Whom and what the question names. */
  mentions: Mention[]
  /** The question came with pictures. */
  hasPictures: boolean
  parts: AnswerPart[]
}

/** The turns from the first of a chat to this one: what a model is told of the conversation. Oldest first. */
export async function readBranch(
  trx: TenantTransaction,
  accountId: AccountId,
  lastTurnId: TurnId | null,
): Promise<BranchTurn[]> {
  if (!lastTurnId) return []
  const found = await sql<BranchTurn>`
    with recursive branch as (
      select id, parent_turn_id, question_message_id, parts, 1 as depth
      from turn where account_id = ${accountId} and id = ${lastTurnId}
      union all
      select turn.id, turn.parent_turn_id, turn.question_message_id, turn.parts, branch.depth + 1
      from branch join turn on turn.account_id = ${accountId} and turn.id = branch.parent_turn_id)
    select message.id as "messageId", message.text as question, message.mentions, branch.parts, exists (
      select from message_attachment as attached
      where attached.account_id = message.account_id and attached.message_id = message.id) as "hasPictures"
    from branch join message on message.account_id = ${accountId} and message.id = branch.question_message_id
    order by branch.depth desc`.execute(trx)
  return found.rows
}

/** A stored question's text, and whom and what it names. */
export async function readQuestion(
  trx: TenantTransaction,
  accountId: AccountId,
  messageId: MessageId,
): Promise<{ text: string; mentions: Mention[] }> {
  const found = await sql<{ text: string; mentions: Mention[] }>`
    select text, mentions from message where account_id = ${accountId} and id = ${messageId}`.execute(trx)
  return found.rows[0] ?? { text: '', mentions: [] }
}

/** A question with its answer and the model that gave it; null for a turn that is not there. */
export async function readExchange(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
): Promise<{ question: string; parts: AnswerPart[]; modelId: string | null } | null> {
  const found = await sql<{ question: string; parts: AnswerPart[]; modelId: string | null }>`
    select message.text as question, turn.parts, turn.model_id as "modelId" from turn
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = ${turnId}`.execute(trx)
  return found.rows[0] ?? null
}

/** The stored parts of one turn, as far as it has ended. */
export async function readParts(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
): Promise<AnswerPart[]> {
  const found = await sql<{ parts: AnswerPart[] }>`
    select parts from turn where account_id = ${accountId} and id = ${turnId}`.execute(trx)
  return found.rows[0]?.parts ?? []
}
