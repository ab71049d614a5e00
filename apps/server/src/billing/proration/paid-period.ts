import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { keptPrice } from './kept-price.ts'
import { paidPlanOrders, type SubscriptionRow } from '../queries.ts'
import type { PaidPeriod } from './quote.ts'

/** Returns the current period of a subscription with what is still paid of it; null without one. */
export async function paidPeriodOf(
  trx: Transaction,
  accountId: AccountId,
  subscription: SubscriptionRow | undefined,
): Promise<PaidPeriod | null> {
  if (subscription === undefined) return null
  const { plan, currency, priceMinor, periodStart, periodEnd } = subscription
  return {
    planName: plan.name,
    currency,
    price: priceMinor,
    kept: keptPrice(await paidPlanOrders(trx, accountId)),
    from: periodStart,
    until: periodEnd,
  }
}
