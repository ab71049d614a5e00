import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './ports.ts'

/** Pauses a person's schedules in an account that they leave: should they return, they decide about each. */
export async function pauseSchedulesOf(trx: Transaction, { accountId, userId }: Actor): Promise<void> {
  await sql`
    update schedule set state = 'paused', pause_reason = 'access', next_run_at = null
    where account_id = ${accountId} and user_id = ${userId} and state = 'active'`.execute(trx)
}
