import type { AccountId, AnswerPart, CanvasId, Mention, MessageId, RoomId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

export type BranchTurn = {
  turnId: TurnId
  messageId: MessageId
  question: string
  /** People, models and files that the question mentions. */
  mentions: Mention[]
  /** Canvases that the question is about. */
  canvasIds: CanvasId[]
  /** The question has attachments. */
  hasAttachments: boolean
  parts: AnswerPart[]
}

/** The summary of the earlier turns. */
export type EarlierPart = { text: string; questionCount: number }

type Branch = {
  /** Null where every turn is sent in full. */
  earlier: EarlierPart | null
  turns: BranchTurn[]
}

type Row = BranchTurn & { earlierText: string | null; earlierCount: number | null }

/**
 * Returns the conversation up to this turn for a model, oldest first: all turns or, with a summary and unless everything is to be
 * sent, those after the last summarized one.
 */
export async function readBranch(
  trx: TenantTransaction,
  accountId: AccountId,
  lastTurnId: TurnId | null,
  sendsAll: boolean,
): Promise<Branch> {
  if (!lastTurnId) return { earlier: null, turns: [] }
  const found = await sql<Row>`
    with recursive branch as (
      select turn.id, turn.parent_turn_id, turn.question_message_id, turn.parts, 1 as depth, summary.text as earlier,
        summary.question_count
      from turn left join chat_summary as summary
        on summary.account_id = turn.account_id and summary.turn_id = turn.id and not ${sendsAll}::boolean
      where turn.account_id = ${accountId} and turn.id = ${lastTurnId}
      union all
      select turn.id, turn.parent_turn_id, turn.question_message_id, turn.parts, branch.depth + 1, summary.text,
        summary.question_count
      from branch
      join turn on turn.account_id = ${accountId} and turn.id = branch.parent_turn_id
      left join chat_summary as summary
        on summary.account_id = turn.account_id and summary.turn_id = turn.id and not ${sendsAll}::boolean
      where branch.earlier is null)
    select branch.id as "turnId", message.id as "messageId", message.text as question, message.mentions,
      message.canvas_ids as "canvasIds", branch.parts, exists (
        select from message_attachment as attached
        where attached.account_id = message.account_id and attached.message_id = message.id) as "hasAttachments",
      branch.earlier as "earlierText", branch.question_count as "earlierCount"
    from branch join message on message.account_id = ${accountId} and message.id = branch.question_message_id
    order by branch.depth desc`.execute(trx)
  const [first] = found.rows
  // Stops at the last turn of a summary.
  const earlier = first?.earlierText
    ? { text: first.earlierText, questionCount: first.earlierCount ?? 1 }
    : null
  const asked = earlier ? found.rows.slice(1) : found.rows
  return {
    earlier,
    turns: asked.map(({ turnId, messageId, question, mentions, canvasIds, hasAttachments, parts }) => ({
      turnId,
      messageId,
      question,
      mentions,
      canvasIds,
      hasAttachments,
      parts,
    })),
  }
}

/** Returns the questions of the branch that ends with this turn. */
export async function questionsOfBranch(
  trx: TenantTransaction,
  accountId: AccountId,
  lastTurnId: TurnId,
): Promise<Set<MessageId>> {
  const found = await sql<{ messageId: MessageId }>`
    with recursive branch as (
      select id, parent_turn_id, question_message_id from turn
      where account_id = ${accountId} and id = ${lastTurnId}
      union all
      select turn.id, turn.parent_turn_id, turn.question_message_id
      from branch join turn on turn.account_id = ${accountId} and turn.id = branch.parent_turn_id)
    select question_message_id as "messageId" from branch`.execute(trx)
  return new Set(found.rows.map(({ messageId }) => messageId))
}

/** A question as it was asked. */
export type StoredQuestion = { text: string; mentions: Mention[]; canvasIds: CanvasId[] }

/** Returns a stored question; an empty one where it is gone. */
export async function readQuestion(
  trx: TenantTransaction,
  accountId: AccountId,
  messageId: MessageId,
): Promise<StoredQuestion> {
  const found = await sql<StoredQuestion>`
    select text, mentions, canvas_ids as "canvasIds" from message where account_id = ${accountId} and id = ${messageId}`.execute(
    trx,
  )
  return found.rows[0] ?? { text: '', mentions: [], canvasIds: [] }
}

type Exchange = {
  question: string
  parts: AnswerPart[]
  modelId: string | null
  roomId: RoomId
  /** Whether its chat has no title of a person or a model yet. */
  isUntitled: boolean
}

/** Returns a question with its answer, the answering model and its room; null for an unknown turn. */
export async function readExchange(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
): Promise<Exchange | null> {
  const found = await sql<Exchange>`
    select message.text as question, turn.parts, turn.model_id as "modelId", chat.room_id as "roomId",
      chat.title_source = 'none' as "isUntitled" from turn
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = ${turnId}`.execute(trx)
  return found.rows[0] ?? null
}
