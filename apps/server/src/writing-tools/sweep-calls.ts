import type { AccountId, ShapingId } from '@atrium/contract'
import { sql } from 'kysely'
import { settleHold } from '../credits/index.ts'
import { type Database, inSystem } from '../platform/database/index.ts'

/** Longer than any call can last: a model's answer is ended after 20 minutes. */
const longest = sql`interval '30 minutes'`

/** Releases the holds of calls whose process died, and ends them as failed. Returns how many. */
export async function sweepCalls(database: Database): Promise<number> {
  const left = await inSystem(database, (trx) =>
    sql<{ accountId: AccountId; id: ShapingId }>`
      select account_id as "accountId", id from shaping_call
      where state = 'open' and started_at < now() - ${longest} order by started_at limit 1000`.execute(trx),
  )
  for (const { accountId, id } of left.rows)
    await inSystem(database, async (trx) => {
      await settleHold(trx, { accountId, turnId: id, chargeMilli: 0, modelId: null })
      await sql`
        update shaping_call set state = 'failed', error_code = 'ANSWER_INTERRUPTED', ended_at = now(), chat_id = null
        where account_id = ${accountId} and id = ${id} and state = 'open'`.execute(trx)
    })
  return left.rows.length
}
