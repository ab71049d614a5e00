import type { TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { DecisionRecord } from '../models/index.ts'
import { type Database, inSystem } from '../platform/database/index.ts'

const atATime = 500

/**
 * Yields Auto's decisions of the last days whose answer has ended, oldest first, in all accounts: for the operator's replay.
 * Contains no text of questions or answers and no ids of people.
 */
export async function* decisionsOfAuto(database: Database, days: number): AsyncGenerator<DecisionRecord> {
  let after: { decidedAt: string; turnId: TurnId } | null = null
  for (;;) {
    const page: Row[] = await readPage(database, days, after)
    for (const { decidedAt: _, turnId: __, ...record } of page) yield record
    const last = page.at(-1)
    if (!last || page.length < atATime) return
    after = { decidedAt: last.decidedAt, turnId: last.turnId }
  }
}

/** `decidedAt` as the database's text: a `Date` loses microseconds. */
type Row = DecisionRecord & { decidedAt: string; turnId: TurnId }

async function readPage(
  database: Database,
  days: number,
  after: { decidedAt: string; turnId: TurnId } | null,
): Promise<Row[]> {
  const { rows } = await inSystem(database, (trx) =>
    sql<Row>`
      select choice.decided_at::text as "decidedAt", choice.turn_id as "turnId", choice.decision, turn.model_id as "answeredBy",
        turn.state, turn.rating, coalesce(turn.credits_charged_milli, 0) as "creditsChargedMilli"
      from answer_choice choice join turn on turn.account_id = choice.account_id and turn.id = choice.turn_id
      where choice.decision is not null and turn.state <> 'open' and choice.decided_at > now() - make_interval(days => ${days})
        and (${after?.decidedAt ?? null}::timestamptz is null
          or (choice.decided_at, choice.turn_id) > (${after?.decidedAt ?? null}::timestamptz, ${after?.turnId ?? null}))
      order by choice.decided_at, choice.turn_id limit ${atATime}`.execute(trx),
  )
  return rows
}
