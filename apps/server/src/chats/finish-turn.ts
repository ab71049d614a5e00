import type { AnswerEnd, AnswerPart, ChatId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { TurnLease } from './turn-lease.ts'

/** The model that answered, as it is remembered with the turn. */
export type AnsweringModel = { modelId: string; displayName: string; sandbox: boolean }

export type FinishedTurn = {
  lease: TurnLease
  chatId: ChatId
  parts: AnswerPart[]
  lastEventId: number
  end: Omit<AnswerEnd, 'endedAt'>
  chargedMilli: number
  model: AnsweringModel
}

/**
 * Ends a turn: open → its terminal state, once, and only under its own lease number. False when somebody else ended it or
 * took it over; then nothing is written.
 */
export async function finishTurn(trx: TenantTransaction, turn: FinishedTurn): Promise<boolean> {
  const { lease, end } = turn
  const finished = await sql`
    update turn set state = ${end.state}, parts = ${JSON.stringify(turn.parts)}::jsonb, last_event_id = ${turn.lastEventId},
      error_code = ${end.errorCode}, retry_after_seconds = ${end.retryAfterSeconds}::int,
      usage = ${end.usage ? JSON.stringify(end.usage) : null}::jsonb, credits_charged_milli = ${turn.chargedMilli}, ended_at = now(),
      model_id = ${turn.model.modelId}, model_name = ${turn.model.displayName}, sandbox = ${turn.model.sandbox},
      lease_owner = null, lease_expires_at = null
    where account_id = ${lease.accountId} and id = ${lease.turnId} and lease_number = ${lease.leaseNumber} and state = 'open'
    returning id`.execute(trx)
  if (finished.rows.length === 0) return false
  await sql`update chat set credits_used_milli = credits_used_milli + ${turn.chargedMilli}
    where account_id = ${lease.accountId} and id = ${turn.chatId}`.execute(trx)
  return true
}
