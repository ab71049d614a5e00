import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  type AccountId,
  type AnswerPart,
  answerText,
  type ChatId,
  type MessageId,
  mintId,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { copyAttachments, copyPictures } from '../../attachments/index.ts'
import { copyChoices } from '../../models/index.ts'
import { type Database, inTenant, jsonText, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'
import { titleWords, wordsOf } from '../history/chat-words.ts'

type Fork = { chatId: ChatId; chatTitle: string; turnId: TurnId }

type SourceTurn = {
  id: TurnId
  parentTurnId: TurnId | null
  messageId: MessageId
  question: string
  parts: AnswerPart[]
  state: string
}

/** A turn of the branch with the ids and search words of its copy. */
type Copy = {
  source_id: TurnId
  source_message_id: MessageId
  id: TurnId
  message_id: MessageId
  parent_turn_id: TurnId | null
  position: number
  words: string[]
}

/**
 * Starts a new chat of the actor with the turns of a branch, from the first one to `turnId`. The copies keep their texts, dates,
 * files, sources and summaries. No model is called and nothing is charged: a copied turn has no price, hold or log.
 */
export async function forkChat(
  database: Database,
  actor: Actor,
  sourceId: ChatId,
  turnId: TurnId,
): Promise<Fork> {
  const branch = await inTenant(database, actor, async (trx) => {
    const chat = await requireChat(trx, actor, sourceId, 'copy')
    // A copy would outlive the temporary chat.
    if (chat.is_temporary) fail('CONFLICT')
    return await readSourceTurns(trx, actor.accountId, sourceId, turnId)
  })
  if (branch.length === 0) fail('NOT_FOUND')
  if (branch.some(({ state }) => state === 'open')) fail('CONFLICT')
  const copies = await copiesOf(actor, branch)
  return await inTenant(database, actor, (trx) => writeFork(trx, actor, sourceId, copies))
}

async function readSourceTurns(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
  last: TurnId,
): Promise<SourceTurn[]> {
  const found = await sql<SourceTurn>`
    with recursive branch as (
      select id, parent_turn_id, question_message_id, parts, state, 1 as depth from turn
      where account_id = ${accountId} and chat_id = ${chatId} and id = ${last}
      union all
      select turn.id, turn.parent_turn_id, turn.question_message_id, turn.parts, turn.state, branch.depth + 1
      from branch join turn on turn.account_id = ${accountId} and turn.id = branch.parent_turn_id)
    select branch.id, branch.parent_turn_id as "parentTurnId", message.id as "messageId", message.text as question,
      branch.parts, branch.state
    from branch join message on message.account_id = ${accountId} and message.id = branch.question_message_id
    order by branch.depth desc`.execute(trx)
  return found.rows
}

/** Stemming takes time, so it yields to other requests after each text. */
async function copiesOf(actor: Actor, branch: readonly SourceTurn[]): Promise<Copy[]> {
  const newIds = new Map(branch.map(({ id }) => [id, mintId('turn')]))
  const copies: Copy[] = []
  for (const [index, { id, parentTurnId, messageId, question, parts }] of branch.entries()) {
    copies.push({
      source_id: id,
      source_message_id: messageId,
      id: newIds.get(id) ?? mintId('turn'),
      message_id: mintId('message'),
      parent_turn_id: parentTurnId === null ? null : (newIds.get(parentTurnId) ?? null),
      position: index + 1,
      words: wordsOf(actor, `${question}\n${answerText(parts)}`),
    })
    await yieldToOthers()
  }
  return copies
}

async function writeFork(
  trx: TenantTransaction,
  actor: Actor,
  sourceId: ChatId,
  copies: readonly Copy[],
): Promise<Fork> {
  const { accountId, userId } = actor
  // Locked, so that nothing is erased during the copy.
  const source = await requireChat(trx, actor, sourceId, 'copy', { isLocked: true })
  const last = copies.at(-1) ?? fail('NOT_FOUND')
  const chatId = mintId('chat')
  const rows = jsonText(copies)
  const copied = sql`jsonb_to_recordset(${rows}::jsonb) as copy (source_id text, source_message_id text, id text,
    message_id text, parent_turn_id text, position int, words text[])`
  await sql`
    insert into chat (account_id, id, room_id, owner_id, title, title_source, current_turn_id, question_count, modifiers,
      sends_all, uses_room_files, uses_web, uses_tools, forked_from, forked_from_turn)
    select account_id, ${chatId}, room_id, ${userId}, title, title_source, ${last.id}, ${copies.length}, modifiers,
      sends_all, uses_room_files, uses_web, uses_tools, id, ${last.source_id}
    from chat where account_id = ${accountId} and id = ${sourceId}`.execute(trx)
  await sql`
    insert into message (account_id, chat_id, id, author_id, text, mentions, canvas_ids, created_at)
    select ${accountId}, ${chatId}, copy.message_id, message.author_id, message.text, message.mentions, message.canvas_ids,
      message.created_at
    from ${copied} join message on message.account_id = ${accountId} and message.id = copy.source_message_id`.execute(
    trx,
  )
  // Like an imported turn: no model was asked, so there is no attempt, lease, log or charge.
  await sql`
    insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, asked_by, requested_model_id,
      style, request_hash, state, model_id, model_name, sandbox, parts, last_event_id, error_code, retry_after_seconds,
      followups, picture_options, base_ids, uses_room_files, uses_web, uses_tools, started_at, ended_at)
    select ${accountId}, copy.id, ${chatId}, copy.parent_turn_id, copy.position, copy.message_id, ${userId},
      turn.requested_model_id, turn.style, 'forked', turn.state, turn.model_id, turn.model_name, turn.sandbox, turn.parts, 1,
      turn.error_code, turn.retry_after_seconds, turn.followups, turn.picture_options, turn.base_ids,
      turn.uses_room_files, turn.uses_web, turn.uses_tools, turn.started_at, turn.ended_at
    from ${copied} join turn on turn.account_id = ${accountId} and turn.id = copy.source_id`.execute(trx)
  await sql`
    insert into chat_summary (account_id, chat_id, turn_id, text, question_count, model_name, is_edited, created_at)
    select ${accountId}, ${chatId}, copy.id, summary.text, summary.question_count, summary.model_name, summary.is_edited,
      summary.created_at
    from ${copied} join chat_summary as summary on summary.account_id = ${accountId} and summary.turn_id = copy.source_id`.execute(
    trx,
  )
  await sql`
    insert into chat_words (account_id, chat_id, turn_id, owner_id, words)
    select ${accountId}, ${chatId}, copy.id, ${userId}, array_to_tsvector(copy.words) from ${copied}`.execute(
    trx,
  )
  await titleWords(actor, chatId, source.title).execute(trx)
  const turns = copies.map(({ source_id: from, id: to }) => ({ from, to }))
  const messages = copies.map(({ source_message_id: from, message_id: to }) => ({ from, to }))
  await copyChoices(trx, accountId, turns)
  await copyAttachments(trx, accountId, messages)
  await copyPictures(trx, accountId, turns)
  return { chatId, chatTitle: source.title, turnId: last.id }
}
