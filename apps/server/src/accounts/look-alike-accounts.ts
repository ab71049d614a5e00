import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { skeletonOf } from '../platform/words/index.ts'
import type { AccountRow } from './queries.ts'

/**
 * Returns the owners' addresses for those of a person's accounts whose names are confusable, including equal names. A second
 * account of the same name is allowed, so its owner distinguishes them. Needs a system transaction.
 */
export async function ownersOfLookAlikes(
  trx: Transaction,
  accounts: readonly Pick<AccountRow, 'id' | 'name'>[],
): Promise<Map<AccountId, string>> {
  const alike = Map.groupBy(accounts, ({ name }) => skeletonOf(name))
  const ids = [...alike.values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const found = await sql<{ accountId: AccountId; email: string }>`
    select account_id as "accountId", email from membership join identity_user on identity_user.id = user_id
    where account_id = any(${ids}::text[]) and role = 'owner'`.execute(trx)
  return new Map(found.rows.map(({ accountId, email }) => [accountId, email]))
}
