import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

export type OwnedAccount = { id: AccountId; name: string; memberCount: number }

/** Returns the accounts that a user owns, with their member counts. Reads across accounts: needs a system transaction. */
export async function ownedAccounts(trx: Transaction, userId: UserId): Promise<OwnedAccount[]> {
  const found = await sql<OwnedAccount>`
    select account.id, account.name, (select count(*)::int from membership as anyone
      where anyone.account_id = account.id and anyone.status <> 'INVITED') as "memberCount"
    from account join membership on account_id = account.id
    where user_id = ${userId} and role = 'owner' and deleted_at is null
    order by account.name, account.id`.execute(trx)
  return found.rows
}

/** Deletes accounts together with their only member; the common timestamp identifies them later. */
export async function deleteWithUser(trx: Transaction, accountIds: AccountId[], at: Date): Promise<void> {
  await sql`update account set deleted_at = ${at} where id = any(${accountIds}) and deleted_at is null`.execute(
    trx,
  )
}

/** Restores exactly the accounts that were deleted together with their user. */
export async function restoreWithUser(
  trx: Transaction,
  { accountIds, requestedAt }: { accountIds: AccountId[]; requestedAt: Date },
): Promise<void> {
  await sql`
    update account set deleted_at = null where id = any(${accountIds}) and deleted_at = ${requestedAt}`.execute(
    trx,
  )
}
