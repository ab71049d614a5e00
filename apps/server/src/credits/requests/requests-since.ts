import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { ofAccount, readRequests } from './read-requests.ts'

/** Returns the names of people whose open requests since a moment the person can decide; none unless they are an admin. */
export async function requestsSince(
  trx: Transaction,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  since: Date,
): Promise<string[]> {
  const rows = await readRequests(
    trx,
    sql`${ofAccount(accountId)} and state = 'open' and credit_request.created_at > ${since}
      and credit_request.user_id <> ${userId} and exists (
        select from membership where membership.account_id = ${accountId} and membership.user_id = ${userId}
          and role in ('owner', 'admin') and status <> 'INVITED')
      order by credit_request.created_at desc limit 50`,
  )
  return rows.map(({ name }) => name)
}
