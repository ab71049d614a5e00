import type { AccountId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { appendEntries, lockBalances, openBalances } from './queries.ts'
import type { Holder } from './tables.ts'

type CreditsToGrant = {
  accountId: AccountId
  /** The members: a question uses the team's credits and the asker's. */
  userIds: readonly UserId[]
  amountMilli: number
  /** Unique name of the grant in the ledger; the database refuses a second one. */
  reference: `extra:${string}`
}

/** Grants credits once, in addition to the monthly ones: to the team, and the same amount to each member. They do not expire. */
export async function grantCredits(
  trx: Transaction,
  { accountId, userIds, amountMilli, reference }: CreditsToGrant,
): Promise<void> {
  const holders: Holder[] = ['team', ...new Set(userIds)]
  await openBalances(trx, accountId, holders)
  await lockBalances(trx, accountId, holders)
  await appendEntries(
    trx,
    accountId,
    holders.map((holder) => ({ holder, kind: 'grant', amountMilli, reference })),
  )
}
