import { auditLedger } from '@atrium/server/credits/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'
import { wrongCharges } from './invariants/charges.ts'
import { wrongEnds } from './invariants/ends.ts'
import { questionsLostOrDoubled } from './invariants/questions.ts'
import { readStored } from './invariants/stored.ts'
import { wrongStreams } from './invariants/streams.ts'
import type { Violation, Witnessed } from './invariants/witnessed.ts'

export type { SeenAnswer, SentQuestion, Violation, Witnessed } from './invariants/witnessed.ts'

/**
 * Checks the invariants of the life of a question (I1 to I6 of the fault catalogue) from the database and from the records of clients and
 * the provider. Empty when all hold. `settled`: requires that every turn has ended (I4) and no hold is open (I6).
 */
export async function checkInvariants(
  database: Database,
  witnessed: Witnessed,
  { settled = true } = {},
): Promise<Violation[]> {
  const stored = await readStored(database)
  return [
    ...questionsLostOrDoubled(stored, witnessed),
    ...(await wrongCharges(database, stored, witnessed)),
    ...wrongEnds(stored, witnessed, settled),
    ...wrongStreams(stored, witnessed),
    ...(await wrongBalances(database, settled)),
  ]
}

/** I6: the ledger sums to the balances, and no hold outlives its answer. */
async function wrongBalances(database: Database, settled: boolean): Promise<Violation[]> {
  const unsound = (await auditLedger(database)).map((found) => JSON.stringify(found))
  const open = settled
    ? await sql<{ turn_id: string }>`select turn_id from credit_hold where state = 'open'`.execute(
        database.kysely,
      )
    : { rows: [] }
  return [...unsound, ...open.rows.map(({ turn_id }) => `${turn_id} is still held for`)].map((what) => ({
    invariant: 'I6',
    what,
  }))
}
