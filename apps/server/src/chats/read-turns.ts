import type { AccountId, Turn, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { attachmentsOf } from '../attachments/index.ts'
import { choicesOf } from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { presentTurn, type TurnRow } from './present.ts'
import { readLog } from './turn-log.ts'

/** Turns as clients know them, in the order of asking; without asking who wants to know. */
export async function readTurns(
  trx: TenantTransaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<Turn[]> {
  if (turnIds.length === 0) return []
  const found = await sql<TurnRow>`
    select turn.id, turn.parent_turn_id, turn.position, turn.question_message_id, turn.state, turn.parts, turn.last_event_id,
      turn.requested_model_id, turn.model_id, turn.model_name, turn.sandbox, turn.style, turn.continues_turn_id, turn.picture_options,
      turn.error_code, turn.retry_after_seconds, turn.usage, turn.credits_charged_milli, turn.rating, turn.followups, turn.started_at,
      turn.ended_at, message.text as question_text, message.mentions, message.author_id, identity_user.name as author_name, message.created_at as asked_at
    from turn
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    join identity_user on identity_user.id = message.author_id
    where turn.account_id = ${accountId} and turn.id = any(${[...turnIds]})
    order by turn.position`.execute(trx)
  const messageIds = [...new Set(found.rows.map((row) => row.question_message_id))]
  const attachments = await attachmentsOf(trx, accountId, messageIds)
  const choices = await choicesOf(trx, accountId, [...turnIds])
  const turns: Turn[] = []
  for (const row of found.rows) {
    const logged = row.state === 'open' ? await readLog(trx, accountId, row.id) : []
    const choice = choices.get(row.id) ?? null
    turns.push(presentTurn(row, { logged, choice, attachments: attachments.get(row.question_message_id) }))
  }
  return turns
}
