import { countTokens } from '@atrium/server/models/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'
import { isEmpty, type Stored, type StoredTurn } from './stored.ts'
import type { Violation, Witnessed } from './witnessed.ts'

/**
 * I3: at most one charge per turn, within its hold, none for an answer without output, no more than the output if it was counted here; and
 * providers get only accepted questions, once per attempt. A charge stays in the ledger after its chat is erased; an open hold must have
 * its turn, because nothing else would ever close it.
 */
export async function wrongCharges(
  database: Database,
  stored: Stored,
  { asked = [] }: Witnessed,
): Promise<Violation[]> {
  const charges = await sql<{ turn_id: string; what: string }>`
    select turn_id, 'charged ' || charged_milli || ' of ' || held_milli as what from credit_hold
      where charged_milli < 0 or charged_milli > held_milli
    union all
    select reference, count(*) || ' charges of ' || holder from credit_entry where kind = 'charge' group by reference, holder having count(*) > 1
    union all
    select turn.id, 'says ' || coalesce(credits_charged_milli, 0) || ' but the hold ' || charged_milli
      from turn join credit_hold on credit_hold.turn_id = turn.id
      where turn.state <> 'open' and coalesce(credits_charged_milli, 0) <> charged_milli
    union all
    select turn.id, 'was opened without a hold' from turn
      where attempts > 0 and not exists (select from credit_hold where credit_hold.turn_id = turn.id)
    union all
    select turn_id, 'is held for without a turn or a call' from credit_hold
      where state = 'open' and not exists (select from turn where turn.id = credit_hold.turn_id)
        and not exists (select from shaping_call where shaping_call.id = credit_hold.turn_id)
    union all
    select shaping_call.id, 'says ' || credits_charged_milli || ' but its hold ' || coalesce(charged_milli::text, 'is not there')
      from shaping_call left join credit_hold on credit_hold.turn_id = shaping_call.id
      where shaping_call.state <> 'open' and credits_charged_milli is distinct from charged_milli
    union all
    select chat.id, 'says ' || credits_used_milli || ' but its turns ' || coalesce(sum(credits_charged_milli), 0)
      from chat left join turn on turn.chat_id = chat.id
      group by chat.account_id, chat.id having credits_used_milli <> coalesce(sum(credits_charged_milli), 0)`.execute(
    database.kysely,
  )
  return [
    ...charges.rows.map(({ turn_id, what }) => ({ invariant: 'I3', what: `${turn_id} ${what}` })),
    ...stored.turns.flatMap(chargedForMoreThanWasWritten),
    ...askedTooOften(stored, asked),
  ]
}

function chargedForMoreThanWasWritten({
  id,
  state,
  parts,
  usage,
  credits_charged_milli: charged,
}: StoredTurn) {
  if (state === 'open') return []
  if (isEmpty(parts) && (charged ?? 0) > 0)
    return [{ invariant: 'I3', what: `${id} was charged for nothing` }]
  const written = parts.reduce((sum, part) => sum + countTokens('text' in part ? part.text : ''), 0)
  return usage?.estimated && usage.outputTokens > written
    ? [{ invariant: 'I3', what: `${id} was charged ${usage.outputTokens} tokens for ${written}` }]
    : []
}

function askedTooOften(stored: Stored, asked: readonly string[]): Violation[] {
  const messageByText = new Map(stored.messages.map(({ id, text }) => [text, id]))
  const attemptsOf = new Map<string, number>()
  for (const { question_message_id: id, attempts } of stored.turns)
    attemptsOf.set(id, (attemptsOf.get(id) ?? 0) + attempts)
  const violations: Violation[] = []
  for (const [question, { length: times }] of Map.groupBy(asked, (text) => text)) {
    const messageId = messageByText.get(question)
    const attempts = messageId === undefined ? 0 : (attemptsOf.get(messageId) ?? 0)
    if (times > attempts)
      violations.push({
        invariant: 'I3',
        what: `the provider was asked ${times} times in ${attempts} attempts: ${question.slice(0, 80)}`,
      })
  }
  return violations
}
