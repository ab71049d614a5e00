import type { Plan } from '../accounts/index.ts'
import { inSystem } from '../platform/database/index.ts'
import { cancelOrder } from './cancel-order.ts'
import { dayOf } from './days.ts'
import { paidPeriodOf } from './proration/paid-period.ts'
import type { OrderKey, PaymentPorts } from './ports.ts'
import { openPlanOrder, orderOf, subscriptionOf } from './queries.ts'
import { quotePlan } from './proration/quote.ts'

/**
 * Closes the checkout page of an upgrade whose deduction a refund or a dispute of another order has made too large, so that the
 * buyer doesn't get the same money twice. Does nothing when the order of the event has neither.
 */
export async function cancelOutdatedUpgrade(
  ports: PaymentPorts,
  { accountId, orderId }: OrderKey,
): Promise<void> {
  const outdated = await inSystem(ports.database, async (trx) => {
    const changed = await orderOf(trx, accountId, orderId)
    if (!changed || changed.kind === 'pack') return null
    if (changed.refundedMinor === 0 && changed.dispute === 'none') return null
    const openId = await openPlanOrder(trx, accountId)
    const open = openId && (await orderOf(trx, accountId, openId))
    if (!open || open.kind !== 'plan') return null
    const quote = quotePlan({
      plan: open.item as Plan,
      current: await paidPeriodOf(trx, accountId, await subscriptionOf(trx, accountId)),
      currency: open.currency,
      tax: open.tax,
      today: dayOf(ports.now()),
    })
    return quote?.due?.net === open.netMinor ? null : open.id
  })
  if (outdated !== null) await cancelOrder(ports, { accountId, orderId: outdated })
}
