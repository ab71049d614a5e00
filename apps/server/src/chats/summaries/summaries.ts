import type { AccountId, ChatId, ChatSummary, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'

/** Returns the summaries of a chat, on all branches. */
export async function summariesOf(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
): Promise<ChatSummary[]> {
  const found = await sql<ChatSummary>`
    select turn_id as "turnId", text, question_count as "questionCount", model_name as "modelName", is_edited as "isEdited"
    from chat_summary where account_id = ${accountId} and chat_id = ${chatId}`.execute(trx)
  return found.rows
}

type SummaryToKeep = Omit<ChatSummary, 'isEdited'> & { accountId: AccountId; chatId: ChatId }

/**
 * Stores the summary of the turns up to one, unless that turn was erased meanwhile. The first summary stays: it may have been
 * sent and edited already.
 */
export async function keepSummary(trx: TenantTransaction, summary: SummaryToKeep): Promise<void> {
  const { accountId, chatId, turnId, text, questionCount, modelName } = summary
  await sql`
    insert into chat_summary (account_id, chat_id, turn_id, text, question_count, model_name)
    select account_id, chat_id, id, ${text}, ${questionCount}::int, ${modelName}
    from turn where account_id = ${accountId} and chat_id = ${chatId} and id = ${turnId} for key share
    on conflict (account_id, turn_id) do nothing`.execute(trx)
}

/** Replaces a summary's text with the person's. */
export async function changeSummary(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  { turnId, text }: { turnId: TurnId; text: string },
): Promise<ChatSummary> {
  await requireChat(trx, actor, chatId, 'ask')
  const changed = await sql<ChatSummary>`
    update chat_summary set text = ${text}, is_edited = true
    where account_id = ${actor.accountId} and chat_id = ${chatId} and turn_id = ${turnId}
    returning turn_id as "turnId", text, question_count as "questionCount", model_name as "modelName", is_edited as "isEdited"`.execute(
    trx,
  )
  return changed.rows[0] ?? fail('NOT_FOUND')
}

/** Sets whether summaries are sent. */
export async function sendEverything(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
  sendsAll: boolean,
): Promise<void> {
  await sql`update chat set sends_all = ${sendsAll} where account_id = ${accountId} and id = ${chatId}`.execute(
    trx,
  )
}
