import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

export type AccountToChange = { id: AccountId; name: string; planName: string; userIds: UserId[] }

/**
 * Returns the account with its members, locked until the transaction ends; undefined when it is deleted or unknown. With
 * `isWithDeleted` also one that is waiting to be erased: a payment for it may still arrive.
 */
export async function lockAccount(
  trx: Transaction,
  id: AccountId,
  { isWithDeleted = false } = {},
): Promise<AccountToChange | undefined> {
  const found = await sql<AccountToChange>`
    select id, name, plan_name as "planName", array(select user_id from membership
      where membership.account_id = account.id and status <> 'INVITED' order by user_id) as "userIds"
    from account where (${isWithDeleted} or deleted_at is null) and id = ${id} for update`.execute(trx)
  return found.rows[0]
}
