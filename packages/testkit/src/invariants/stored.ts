import { type AnswerPart, hasStarted, type StreamPart, type TokenUsage, withoutEmpty } from '@atrium/contract'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'

export type StoredTurn = {
  id: string
  chat_id: string
  state: string
  parts: AnswerPart[]
  last_event_id: number
  question_message_id: string
  usage: TokenUsage | null
  credits_charged_milli: number | null
  attempts: number
}

type LoggedBatch = { turn_id: string; first_event_id: number; last_event_id: number; events: string }

/** All that the database holds of the life of questions. */
export type Stored = {
  messages: { id: string; text: string }[]
  turns: StoredTurn[]
  turnById: Map<string, StoredTurn>
  batches: LoggedBatch[]
  /** The logged events of each turn as JSON, in order of their batches. */
  logOf: Map<string, string[]>
}

export async function readStored(database: Database): Promise<Stored> {
  const messages = await sql<Stored['messages'][number]>`select id, text from message`.execute(
    database.kysely,
  )
  const turns = await sql<StoredTurn>`
    select id, chat_id, state, parts, last_event_id, question_message_id, usage, credits_charged_milli, attempts
    from turn`.execute(database.kysely)
  const batches = await sql<LoggedBatch>`
    select turn_id, first_event_id, last_event_id, events from turn_log order by turn_id, first_event_id`.execute(
    database.kysely,
  )
  const logOf = new Map<string, string[]>()
  for (const { turn_id, events } of batches.rows) {
    const log = logOf.get(turn_id) ?? []
    for (const part of JSON.parse(events) as StreamPart[]) log.push(JSON.stringify(part))
    logOf.set(turn_id, log)
  }
  return {
    messages: messages.rows,
    turns: turns.rows,
    turnById: new Map(turns.rows.map((turn) => [turn.id, turn])),
    batches: batches.rows,
    logOf,
  }
}

/** No word and no picture. */
export const isEmpty = (parts: readonly AnswerPart[]): boolean => !hasStarted(withoutEmpty(parts))
