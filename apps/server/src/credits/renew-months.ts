import type { AccountId } from '@atrium/contract'
import { accountsAfter, type AccountToRenew, type Plans } from '../accounts/index.ts'
import { type Database, inSystem, inTenant, retryable } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { grantMonth } from './grant-month.ts'
import { monthOf } from './month.ts'
import { accountsWithoutMonth } from './queries.ts'
import type { Holder } from './tables.ts'

const accountsAtATime = 500

const holdersOf = ({ id, userIds }: AccountToRenew) =>
  (['team', ...userIds] satisfies Holder[]).map((holder) => ({ accountId: id, holder }))

/**
 * Gives every account, and every member of it, the credits of the current month, unless they have them: at start and every
 * few minutes, so that a new month begins when it begins and a server that was down catches up. Any number of nodes may do it
 * at once. An account that fails is logged and does not keep the others waiting. Returns how many accounts were renewed.
 */
export async function renewMonths({
  database,
  plans,
  log,
  now,
}: {
  database: Database
  plans: Plans
  log: Log
  now: () => Date
}): Promise<number> {
  const period = monthOf(now())
  let renewed = 0
  for (let after: AccountId | null = null, more = true; more;) {
    const { accounts, due } = await inSystem(database, async (trx) => {
      const page = await accountsAfter(trx, after, accountsAtATime)
      const without = await accountsWithoutMonth(trx, page.flatMap(holdersOf), period)
      return { accounts: page, due: page.filter((account) => without.has(account.id)) }
    })
    for (const account of due) if (await renew(account)) renewed += 1
    after = accounts.at(-1)?.id ?? null
    more = accounts.length === accountsAtATime
  }
  return renewed

  async function renew({ id, planName, userIds }: AccountToRenew): Promise<boolean> {
    try {
      await retryable(() =>
        inTenant(database, { accountId: id, userId: null }, (trx) =>
          grantMonth(trx, { accountId: id, plan: plans.named(planName), period, userIds }),
        ),
      )
      return true
    } catch (error) {
      log.error({ accountId: id, period, err: error }, "an account's monthly credits could not be granted")
      return false
    }
  }
}
