import type { Currency, OrderId, UserId } from '@atrium/contract'
import { withTax } from '@atrium/contract'
import { lockAccountEditor, planNameOf, type Seller, writeAudit } from '../accounts/index.ts'
import type { Actor } from './ports.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { cancelOrder } from './cancel-order.ts'
import { dayOf } from './days.ts'
import type { PaymentPorts } from './ports.ts'
import { paidPeriodOf } from './proration/paid-period.ts'
import {
  billingDetailsOf,
  insertOrder,
  type NewOrder,
  openPlanOrder,
  orderOf,
  type OrderRow,
  ordersOfLastHour,
  setCheckout,
  subscriptionOf,
} from './queries.ts'
import { quotePlan } from './proration/quote.ts'
import { taxFor } from './shop.ts'

/** Orders that an account may place within an hour. */
const maxOrdersAnHour = 40
/** How long a checkout page stays open. Counted from the order, so that a repeated request asks for the same page. */
const checkoutMs = 90 * 60_000

export type OrderToStart = {
  orderId: OrderId
  kind: 'pack' | 'plan'
  item: string
  currency: Currency
  expectedTotal: number
}

/**
 * Places an order and opens its checkout page. The same id returns the same order and page. Cancels another unfinished order of a
 * plan first, so that two tabs can't pay for two plans. Throws PRICE_CHANGED, BILLING_DETAILS_REQUIRED, PLAN_NOT_FOR_SALE,
 * RATE_LIMITED, IDEMPOTENCY_KEY_REUSED, PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function startOrder(ports: PaymentPorts, actor: Actor, asked: OrderToStart): Promise<OrderRow> {
  const { database, provider, siteUrl } = ports
  let order = await place(ports, actor, asked)
  if ('otherId' in order) {
    await cancelOrder(ports, { accountId: actor.accountId, orderId: order.otherId })
    order = await place(ports, actor, asked)
    if ('otherId' in order) fail('PLAN_NOT_FOR_SALE')
  }
  if (order.status !== 'INITIATED' || order.checkoutId !== null) return order
  const returnTo = `${siteUrl}/plans-and-billing/order-history/${actor.accountId}?order=${order.id}`
  const checkout = await provider.openCheckout({
    orderId: order.id,
    accountId: actor.accountId,
    itemName: order.itemName,
    currency: order.currency,
    total: order.netMinor + order.taxMinor,
    email: order.buyer.email,
    isRecurring: order.kind === 'plan',
    expiresAt: new Date(order.createdAt.getTime() + checkoutMs),
    successUrl: returnTo,
    cancelUrl: `${returnTo}&cancelled=true`,
  })
  const { id } = order
  return await inTenant(database, actor, async (trx) => {
    await setCheckout(trx, { accountId: actor.accountId, id }, checkout)
    return (await orderOf(trx, actor.accountId, id)) ?? fail('NOT_FOUND')
  })
}

/** Stores the order; returns the id of another unfinished order of a plan, which prevents it. */
async function place(
  ports: PaymentPorts,
  actor: Actor,
  asked: OrderToStart,
): Promise<OrderRow | { otherId: OrderId }> {
  const { accountId } = actor
  return await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const stored = await orderOf(trx, accountId, asked.orderId)
    if (stored) return isSame(stored, asked) ? stored : fail('IDEMPOTENCY_KEY_REUSED')
    if ((await ordersOfLastHour(trx, accountId)) >= maxOrdersAnHour)
      fail('RATE_LIMITED', { retryAfterSeconds: 3600 })
    const otherId = asked.kind === 'plan' ? await openPlanOrder(trx, accountId) : undefined
    if (otherId) return { otherId }
    const order = await newOrder(trx, ports, actor, asked)
    if (order.netMinor + order.taxMinor !== asked.expectedTotal)
      fail('PRICE_CHANGED', { details: { total: order.netMinor + order.taxMinor } })
    if (!(await insertOrder(trx, order))) {
      // Another request was faster: with this id, with another plan, or of another account.
      const other = asked.kind === 'plan' ? await openPlanOrder(trx, accountId) : undefined
      if (other && other !== asked.orderId) return { otherId: other }
      return (await orderOf(trx, accountId, asked.orderId)) ?? fail('IDEMPOTENCY_KEY_REUSED')
    }
    await writeAudit(trx, {
      accountId,
      actorId: actor.userId,
      action: 'order.placed',
      objectType: 'order',
      objectId: order.id,
      details: {
        name: order.itemName,
        currency: order.currency,
        total: (order.netMinor + order.taxMinor) / 100,
      },
    })
    return (await orderOf(trx, accountId, order.id)) ?? fail('NOT_FOUND')
  })
}

const isSame = (order: OrderRow, asked: OrderToStart) =>
  order.kind === asked.kind &&
  order.currency === asked.currency &&
  (order.item as { id?: string; name: string })[asked.kind === 'pack' ? 'id' : 'name'] === asked.item

async function newOrder(
  trx: Transaction,
  { plans, now }: PaymentPorts,
  { accountId, userId }: Actor,
  asked: OrderToStart,
): Promise<NewOrder> {
  const { shop } = plans
  if (!shop.currencies.includes(asked.currency)) invalid('currency', 'Prices are not in this currency.')
  const buyer = (await billingDetailsOf(trx, accountId)) ?? fail('BILLING_DETAILS_REQUIRED')
  const tax = taxFor(plans, buyer)
  const common = {
    accountId,
    id: asked.orderId,
    userId: userId as UserId | null,
    tax,
    buyer,
    seller: shop.seller as Seller,
    isSandbox: shop.payments === 'sandbox',
    periodStart: null,
    createdAt: now(),
  }
  if (asked.kind === 'pack') {
    const pack =
      shop.packs.find(({ id }) => id === asked.item) ?? invalid('item', 'There is no pack with this id.')
    const amounts = withTax(asked.currency, pack.price[asked.currency], tax)
    return {
      ...common,
      kind: 'pack',
      itemName: pack.name,
      item: pack,
      credits: pack.credits,
      memberCredits: pack.credits,
      currency: asked.currency,
      netMinor: amounts.net,
      taxMinor: amounts.tax,
    }
  }
  const plan =
    plans.all.find(({ name }) => name === asked.item) ?? invalid('item', 'There is no plan of this name.')
  const subscription = await subscriptionOf(trx, accountId)
  const current = await paidPeriodOf(trx, accountId, subscription)
  const quote = quotePlan({ plan, current, currency: asked.currency, tax, today: dayOf(now()) })
  if (!quote?.due || quote.due.currency !== asked.currency) fail('PLAN_NOT_FOR_SALE')
  if (plans.named((await planNameOf(trx, accountId)) ?? '').name === plan.name && subscription)
    fail('PLAN_NOT_FOR_SALE')
  return {
    ...common,
    kind: 'plan',
    itemName: plan.name,
    item: plan,
    credits: plan.monthly_credits.team,
    memberCredits: plan.monthly_credits.member,
    currency: asked.currency,
    netMinor: quote.due.net,
    taxMinor: quote.due.tax,
  }
}

const invalid = (field: string, message: string): never =>
  fail('INVALID_INPUT', { issues: [{ path: `body.${field}`, message }] })
