import { auditLedger } from '@atrium/server/credits/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { type AnswerPart, foldParts, type StreamPart } from '@atrium/contract'
import { sql } from 'kysely'

export type Violation = { invariant: string; what: string }

/** What clients saw: questions that were acknowledged, and the events of each answer that reached somebody. */
export type Witnessed = {
  acknowledged: { turnId: string; messageId: string; text: string }[]
  seen: { turnId: string; events: { eventId: number; json: string }[] }[]
}

/**
 * Checks the invariants of the life of a question (I1 to I6 of the fault catalogue) by reading only the database and what
 * clients witnessed. Empty when all hold. `settled`: every turn must have ended by now (I4) and no hold be open (I6).
 */
export async function checkInvariants(
  database: Database,
  { acknowledged, seen }: Witnessed,
  { settled = true } = {},
): Promise<Violation[]> {
  const violations: Violation[] = []
  const add = (invariant: string, what: string) => violations.push({ invariant, what })

  const messages = await sql<{ id: string; text: string }>`select id, text from message`.execute(
    database.kysely,
  )
  const turns = await sql<{
    id: string
    state: string
    parts: AnswerPart[]
    last_event_id: number
    question_message_id: string
    credits_charged_milli: number | null
  }>`
    select id, state, parts, last_event_id, question_message_id, credits_charged_milli from turn`.execute(
    database.kysely,
  )
  const turnById = new Map(turns.rows.map((turn) => [turn.id, turn]))
  const textById = new Map(messages.rows.map((message) => [message.id, message.text]))
  for (const question of acknowledged) {
    if (textById.get(question.messageId) !== question.text)
      add('I1', `${question.messageId} was acknowledged and is lost or changed`)
    if (!turnById.has(question.turnId)) add('I1', `${question.turnId} was acknowledged and is lost`)
  }
  const doubled = await sql<{ id: string }>`select id from message group by id having count(*) > 1`.execute(
    database.kysely,
  )
  for (const { id } of doubled.rows) add('I2', `${id} is there more than once`)

  const charges = await sql<{ turn_id: string; what: string }>`
    select turn_id, 'charged ' || charged_milli || ' of ' || held_milli as what from credit_hold
      where charged_milli < 0 or charged_milli > held_milli
    union all
    select reference, count(*) || ' charges of ' || holder from credit_entry where kind = 'charge' group by reference, holder having count(*) > 1
    union all
    select turn.id, 'says ' || coalesce(credits_charged_milli, 0) || ' but the hold ' || charged_milli
      from turn join credit_hold on credit_hold.turn_id = turn.id
      where turn.state <> 'open' and coalesce(credits_charged_milli, 0) <> charged_milli`.execute(
    database.kysely,
  )
  for (const { turn_id, what } of charges.rows) add('I3', `${turn_id} ${what}`)
  for (const turn of turns.rows) {
    const text = turn.parts.map((part) => part.text).join('')
    if (turn.state !== 'open' && text === '' && (turn.credits_charged_milli ?? 0) > 0)
      add('I3', `${turn.id} was charged for nothing`)
    if (settled && turn.state === 'open') add('I4', `${turn.id} never ended`)
  }

  const logs = await sql<{ turn_id: string; first_event_id: number; last_event_id: number; events: string }>`
    select turn_id, first_event_id, last_event_id, events from turn_log order by turn_id, first_event_id`.execute(
    database.kysely,
  )
  const logged = new Map<string, string[]>()
  for (const batch of logs.rows) {
    const events = logged.get(batch.turn_id) ?? []
    if (batch.first_event_id !== events.length + 1)
      add('I5', `${batch.turn_id} has a gap or an overlap before event ${batch.first_event_id}`)
    const parsed = JSON.parse(batch.events) as StreamPart[]
    if (parsed.length !== batch.last_event_id - batch.first_event_id + 1)
      add('I5', `${batch.turn_id} miscounts from event ${batch.first_event_id}`)
    logged.set(batch.turn_id, [...events, ...parsed.map((part) => JSON.stringify(part))])
  }
  for (const { turnId, events } of seen) {
    const log = logged.get(turnId) ?? []
    for (const { eventId, json } of events)
      if (log[eventId - 1] !== json)
        add('I5', `${turnId} event ${eventId} was shown but is not in the log as shown`)
  }
  for (const turn of turns.rows.filter((turn) => turn.state !== 'open')) {
    const log = logged.get(turn.id)
    if (!log) continue
    if (log.length !== turn.last_event_id)
      add('I5', `${turn.id} ends at ${turn.last_event_id} but its log at ${log.length}`)
    const folded = foldParts(log.map((json) => JSON.parse(json) as StreamPart))
    if (JSON.stringify(folded.map(({ text }) => text)) !== JSON.stringify(turn.parts.map(({ text }) => text)))
      add('I5', `${turn.id} is stored otherwise than it was streamed`)
    const ends = log.filter((json) => (JSON.parse(json) as StreamPart).type === 'finish').length
    if (ends !== 1) add('I4', `${turn.id} ended ${ends} times in its log`)
  }

  for (const violation of await auditLedger(database)) add('I6', JSON.stringify(violation))
  if (settled) {
    const open = await sql<{ turn_id: string }>`select turn_id from credit_hold where state = 'open'`.execute(
      database.kysely,
    )
    for (const { turn_id } of open.rows) add('I6', `${turn_id} is still held for`)
  }
  return violations
}
