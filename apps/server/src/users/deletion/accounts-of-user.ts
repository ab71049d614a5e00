import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

export type OwnedAccount = { id: AccountId; name: string; memberCount: number }

/** The accounts that a user owns, with how many belong to each. Reads across accounts: needs a system transaction. */
export async function ownedAccounts(trx: Transaction, userId: UserId): Promise<OwnedAccount[]> {
  const found = await sql<OwnedAccount>`
    select account.id, account.name, (select count(*)::int from membership as anyone
      where anyone.account_id = account.id and anyone.status <> 'INVITED') as "memberCount"
    from account join membership on account_id = account.id
    where user_id = ${userId} and role = 'owner' and deleted_at is null
    order by account.name, account.id`.execute(trx)
  return found.rows
}

/** Deletes accounts together with the one person who is in them; by the moment they can be told from others later. */
export async function deleteWithUser(trx: Transaction, accountIds: AccountId[], at: Date): Promise<void> {
  await sql`update account set deleted_at = ${at} where id = any(${accountIds}) and deleted_at is null`.execute(
    trx,
  )
}

/** Brings back exactly the accounts that were deleted together with their user. */
export async function restoreWithUser(
  trx: Transaction,
  { accountIds, requestedAt }: { accountIds: AccountId[]; requestedAt: Date },
): Promise<void> {
  await sql`
    update account set deleted_at = null where id = any(${accountIds}) and deleted_at = ${requestedAt}`.execute(
    trx,
  )
}
