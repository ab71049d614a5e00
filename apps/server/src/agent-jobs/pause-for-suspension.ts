import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/**
 * Requests all running answers of an account to stop, and takes its jobs from their workers: their finished steps stay, and no
 * worker claims them until the account is reinstated. In the transaction that suspends the account.
 */
export async function pauseForSuspension(
  trx: Transaction,
  { accountId }: { accountId: AccountId },
): Promise<void> {
  await sql`
    update turn set stop_requested_at = now()
    from pending_turn
    where pending_turn.account_id = ${accountId} and turn.account_id = ${accountId} and turn.id = pending_turn.turn_id
      and turn.state = 'open' and not exists (
      select from agent_job where agent_job.account_id = turn.account_id and agent_job.turn_id = turn.id)`.execute(
    trx,
  )
  await sql`
    update agent_job set state = 'pending', lease_number = lease_number + 1, lease_owner = null, lease_expires_at = '-infinity',
      attempts = 0
    where account_id = ${accountId} and state = 'running'`.execute(trx)
}
