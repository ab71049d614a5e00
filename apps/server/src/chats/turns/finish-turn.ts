import {
  type AnswerEnd,
  type AnswerPart,
  type ChatId,
  type PictureOptions,
  picturesIn,
} from '@atrium/contract'
import { sql } from 'kysely'
import { dropUnshownPictures } from '../../attachments/index.ts'
import { jsonText, refuseIf, type Statement, statement } from '../../platform/database/index.ts'
import type { TurnLease } from './turn-lease.ts'
import { arrayText, type LogBatch } from './turn-log.ts'

/** The model that answered, as stored with the turn. */
export type AnsweringModel = { modelId: string; displayName: string; sandbox: boolean }

export type FinishedTurn = {
  lease: TurnLease
  chatId: ChatId
  parts: AnswerPart[]
  /** The final events, and those not appended yet. */
  lastEvents: LogBatch
  end: Omit<AnswerEnd, 'endedAt'>
  chargedMilli: number
  model: AnsweringModel
  /** The options of that model's pictures; null for an answer in words. */
  pictureOptions: PictureOptions | null
}

/** Another process ended the turn or took it over. */
export class TurnLost extends Error {}

/**
 * Ends a turn: open → its terminal state, once, and only under its own lease number. Refuses with `TurnLost` when another process ended it or
 * took it over. The row of `finished` is whether questions wait in the queue of its chat.
 */
export function finishTurn(turn: FinishedTurn): {
  finished: Statement<{ hasQueue: boolean }>
  /** What else is sent with it. */
  others: Statement[]
} {
  const { lease, end, lastEvents } = turn
  const lastEventId = lastEvents.firstEventId + lastEvents.events.length - 1
  const finished = sql<{ hasQueue: boolean; isRefused: boolean }>`
    with finished as (
      update turn set state = ${end.state}, parts = ${jsonText(turn.parts)}::jsonb, last_event_id = ${lastEventId},
        error_code = ${end.errorCode}, retry_after_seconds = ${end.retryAfterSeconds}::int,
        usage = ${end.usage ? jsonText(end.usage) : null}::jsonb, credits_charged_milli = ${turn.chargedMilli}, ended_at = now(),
        model_id = ${turn.model.modelId}, model_name = ${turn.model.displayName}, sandbox = ${turn.model.sandbox},
        picture_options = ${turn.pictureOptions ? jsonText(turn.pictureOptions) : null}::jsonb,
        lease_owner = null, lease_expires_at = null
      where account_id = ${lease.accountId} and id = ${lease.turnId} and lease_number = ${lease.leaseNumber} and state = 'open'
      returning id),
    charged as (
      update chat set credits_used_milli = credits_used_milli + ${turn.chargedMilli}, answered_at = now()
      from finished where chat.account_id = ${lease.accountId} and chat.id = ${turn.chatId}),
    logged as (
      insert into turn_log (account_id, turn_id, first_event_id, last_event_id, events)
      select ${lease.accountId}, ${lease.turnId}, ${lastEvents.firstEventId}, ${lastEventId}, ${arrayText(lastEvents.events)}
      from finished)
    select exists (
      select from queued_question
      where account_id = ${lease.accountId} and chat_id = ${turn.chatId} and state <> 'returned') as "hasQueue",
      ${refuseIf(sql`not exists (select from finished)`)} as "isRefused"`
  const shown = picturesIn(turn.parts).map(({ fileId }) => fileId)
  return {
    finished: statement(finished, () => new TurnLost()),
    others: turn.pictureOptions ? [dropUnshownPictures(lease, shown)] : [],
  }
}
