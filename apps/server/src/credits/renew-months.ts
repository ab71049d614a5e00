import type { AccountId } from '@atrium/contract'
import { accountsAfter, type AccountToRenew, monthlyCreditsOf, type Plans } from '../accounts/index.ts'
import { type Database, inSystem, inTenant, retryable } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { grantMonth } from './grant-month.ts'
import { monthOf, type Period } from './month.ts'
import { periodOf, periodsOf } from './period-of.ts'
import { accountsWithoutMonth } from './queries.ts'
import { raiseMonth } from './raise-month.ts'
import type { Holder } from './tables.ts'

const accountsAtATime = 500

const holdersOf = ({ id, userIds }: AccountToRenew, period: Period) =>
  (['team', ...userIds] satisfies Holder[]).map((holder) => ({ accountId: id, holder, period }))

/**
 * Grants every account and member the current month's credits, unless they have them: at start and every few minutes, so that a
 * month begins on time and a server that was down catches up. Safe on any number of nodes. Logs an account that fails and
 * continues with the others. Returns how many accounts were renewed.
 */
export async function renewMonths({
  database,
  plans,
  log,
  now,
  raises = false,
}: {
  database: Database
  plans: Plans
  log: Log
  now: () => Date
  /** At a start: also raises this month's grants to the plan's current amounts. */
  raises?: boolean
}): Promise<number> {
  let renewed = 0
  for (let after: AccountId | null = null, more = true; more;) {
    const { accounts, due } = await inSystem(database, async (trx) => {
      const page = await accountsAfter(trx, after, accountsAtATime)
      const periods = await periodsOf(
        trx,
        page.map(({ id }) => id),
        now(),
      )
      const without = await accountsWithoutMonth(
        trx,
        page.flatMap((account) => holdersOf(account, periods.get(account.id) ?? monthOf(now()))),
      )
      return { accounts: page, due: page.filter((account) => raises || without.has(account.id)) }
    })
    for (const account of due) if (await renew(account)) renewed += 1
    after = accounts.at(-1)?.id ?? null
    more = accounts.length === accountsAtATime
  }
  return renewed

  async function renew({ id, planName, userIds }: AccountToRenew): Promise<boolean> {
    try {
      await retryable(() =>
        inTenant(database, { accountId: id, userId: null }, async (trx) => {
          const period = await periodOf(trx, id, now())
          const monthly_credits = await monthlyCreditsOf(trx, plans, {
            accountId: id,
            planName,
            month: monthOf(now()),
          })
          await grantMonth(trx, { accountId: id, plan: { monthly_credits }, period, userIds })
          if (raises)
            await raiseMonth(trx, { accountId: id, monthlyCredits: monthly_credits, period, userIds })
        }),
      )
      return true
    } catch (error) {
      log.error(
        { event: 'credits.grant_failed', accountId: id, err: error },
        'Could not grant an account its monthly credits',
      )
      return false
    }
  }
}
