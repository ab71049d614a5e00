import { commandLineActor, mintId, type OrderId, withTax } from '@atrium/contract'
import type { Plan, Seller } from '../accounts/index.ts'
import { inSystem, retryable } from '../platform/database/index.ts'
import { applyPayment } from './apply-payment.ts'
import { mailAboutPlan } from './receipts/buyer-mail.ts'
import { type Day, dayOf, nextMonth } from './days.ts'
import { endSubscription } from './end-subscription.ts'
import { lockAccount } from './lock-account.ts'
import type { PaymentPorts } from './ports.ts'
import {
  billingDetailsOf,
  dueSubscriptions,
  failedRenewals,
  insertOrder,
  openPlanOrder,
  orderOf,
  type OrderRow,
  type SubscriptionRow,
  setPastDue,
  subscriptionOf,
} from './queries.ts'
import { setPlan } from './set-plan.ts'
import { taxFor } from './shop.ts'
import { syncOrder } from './sync-order.ts'

/** Attempts to charge the saved card for a month, a day apart; then the plan ends. */
const maxAttempts = 4
const betweenAttemptsMs = 24 * 60 * 60_000

/**
 * Renews or ends the subscriptions whose month is over: once, whatever restarts, since a month has one unfinished order and the
 * provider refuses a second charge for it. Logs one that fails and continues with the others.
 */
export async function renewSubscriptions(ports: PaymentPorts): Promise<void> {
  const { database, now, log } = ports
  const due = await inSystem(database, (trx) => dueSubscriptions(trx, dayOf(now())))
  for (const subscription of due)
    try {
      await renew(ports, subscription)
    } catch (error) {
      log.error(
        { event: 'subscription.renewal_failed', accountId: subscription.accountId, err: error },
        'Could not renew a subscription; retrying',
      )
    }
}

async function renew(ports: PaymentPorts, { accountId }: SubscriptionRow): Promise<void> {
  const { database, provider } = ports
  const step = await retryable(() => inSystem(database, (trx) => nextStep(trx, ports, accountId)))
  if (step === null) return ports.onChanged(accountId)
  if (step === 'wait') return
  const { orderId } = step
  const order = await inSystem(database, (trx) => orderOf(trx, accountId, orderId))
  if (!order || order.status !== 'INITIATED') return await syncOrder(ports, { accountId, orderId })
  const state = await provider.chargeSaved({
    orderId,
    accountId,
    currency: order.currency,
    total: order.netMinor + order.taxMinor,
    customerId: step.customerId,
    paymentMethodId: step.paymentMethodId,
  })
  // With nobody present, a payment that asks for a confirmation has failed.
  const settled = state.status === 'open' ? { ...state, status: 'failed' as const } : state
  await retryable(() =>
    inSystem(database, async (trx) => {
      await applyPayment(trx, ports, { accountId, orderId }, settled)
      if (settled.status === 'failed') await noteFailure(trx, ports, order)
    }),
  )
  ports.onChanged(accountId)
}

/** Marks the subscription as past due and notifies its buyer. */
async function noteFailure(
  trx: Parameters<typeof orderOf>[0],
  ports: PaymentPorts,
  { accountId, itemName, periodStart }: OrderRow,
): Promise<void> {
  await setPastDue(trx, accountId)
  const account = await lockAccount(trx, accountId)
  if (!account || periodStart === null) return
  const { count } = await failedRenewals(trx, accountId, periodStart)
  if (count >= maxAttempts) return
  await mailAboutPlan(trx, ports, account, null, {
    what: 'failed',
    item: itemName,
    next: ports.plans.default.name,
    attemptsLeft: maxAttempts - count,
  })
}

type Charge = { orderId: OrderId; customerId: string; paymentMethodId: string }

/** Ends the subscription (null), waits, or returns the order to charge, which it places if there is none. */
async function nextStep(
  trx: Parameters<typeof orderOf>[0],
  ports: PaymentPorts,
  accountId: SubscriptionRow['accountId'],
): Promise<Charge | 'wait' | null> {
  const { plans, now } = ports
  const account = await lockAccount(trx, accountId)
  const subscription = await subscriptionOf(trx, accountId)
  const today = dayOf(now())
  if (!account || !subscription || subscription.periodEnd > today) return 'wait'
  const { customerId, paymentMethodId } = subscription
  const plan = nextPlanOf(ports, subscription)
  const end = async () => {
    await endSubscription(trx, accountId)
    await setPlan(trx, { account, plan: plans.default, plans, actorId: commandLineActor, now: now() })
    const ended = { what: 'ended' as const, item: subscription.plan.name, next: plans.default.name }
    await mailAboutPlan(trx, ports, account, null, ended)
    return null
  }
  const price = subscription.nextPriceMinor ?? subscription.priceMinor
  if (plan === null || price === 0 || customerId === null || paymentMethodId === null) return await end()
  const periodStart = periodFor(subscription, today)
  const openId = await openPlanOrder(trx, accountId)
  if (openId) {
    const open = await orderOf(trx, accountId, openId)
    return open?.kind === 'renewal' ? { orderId: openId, customerId, paymentMethodId } : 'wait'
  }
  const failed = await failedRenewals(trx, accountId, periodStart)
  if (failed.count >= maxAttempts) return await end()
  if (failed.last && failed.last.getTime() > now().getTime() - betweenAttemptsMs) return 'wait'
  const buyer = await billingDetailsOf(trx, accountId)
  const last = await orderOf(trx, accountId, subscription.lastOrderId)
  if (!buyer || !last) return await end()
  const tax = taxFor(plans, buyer)
  const amounts = withTax(subscription.currency, price, tax)
  const orderId = mintId('order', now().getTime())
  await insertOrder(trx, {
    accountId,
    id: orderId,
    userId: null,
    kind: 'renewal',
    itemName: plan.name,
    item: plan,
    credits: plan.monthly_credits.team,
    memberCredits: plan.monthly_credits.member,
    currency: subscription.currency,
    netMinor: amounts.net,
    taxMinor: amounts.tax,
    tax,
    buyer,
    seller: plans.shop.seller as Seller,
    isSandbox: plans.shop.payments === 'sandbox',
    periodStart,
    createdAt: now(),
  })
  return { orderId, customerId, paymentMethodId }
}

/** The plan as it was bought, or the one chosen for after the period; null when that is the free one, or gone. */
function nextPlanOf({ plans }: PaymentPorts, { plan, nextPlan }: SubscriptionRow): Plan | null {
  if (nextPlan === null) return plan
  return plans.all.find(({ name }) => name === nextPlan) ?? null
}

/** The first day of the month to pay: months in which the server was down are not charged. */
function periodFor({ periodEnd, anchorDay }: SubscriptionRow, today: Day): Day {
  let start = periodEnd
  for (let next = nextMonth(start, anchorDay); next <= today; next = nextMonth(start, anchorDay)) start = next
  return start
}
