import { commandLineActor, type PaymentStatus } from '@atrium/contract'
import { type Pack, type Plan, writeAudit } from '../accounts/index.ts'
import { grantCredits, revokeCredits, setPaidPeriod } from '../credits/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { languageOfBuyer, mailAboutPlan, mailReceipt } from './receipts/buyer-mail.ts'
import { dayOf, nextMonth } from './days.ts'
import { endSubscription } from './end-subscription.ts'
import { type AccountToChange, lockAccount } from './lock-account.ts'
import type { PaymentState } from './payment-provider.ts'
import type { OrderKey, PaymentPorts } from './ports.ts'
import {
  expiredOf,
  insertReceipt,
  lockOrder,
  nextReceipt,
  type OrderRow,
  saveOrder,
  saveSubscription,
  subscriptionOf,
} from './queries.ts'
import type { Receipt } from './receipts/receipt-pdf.ts'
import { setPlan } from './set-plan.ts'
import type { Dispute } from './tables.ts'

type Ports = Pick<PaymentPorts, 'plans' | 'now' | 'log' | 'siteUrl'>

/** How long an order may be without a checkout page: its request died between the two. */
const withoutCheckoutMs = 60 * 60_000

/** A status is never followed by one of a lower rank: a payment that succeeded after all overrides a failure. */
const rankOf: Record<PaymentStatus, number> = {
  INITIATED: 0,
  PENDING: 1,
  CANCELLED: 2,
  FAILED: 2,
  COMPLETED: 3,
}
const rankOfDispute: Record<Dispute, number> = { none: 0, open: 1, won: 2, lost: 2 }

const statusOf: Record<PaymentState['status'], PaymentStatus> = {
  open: 'INITIATED',
  processing: 'PENDING',
  paid: 'COMPLETED',
  failed: 'FAILED',
  expired: 'CANCELLED',
  unknown: 'CANCELLED',
}

/**
 * Applies a payment's state to its order: completes it once, with receipt and credits, and takes credits back for refunds and
 * disputes, once. Locks the account, then the order, then the balances. Returns whether anything changed. Needs a system
 * transaction.
 */
export async function applyPayment(
  trx: Transaction,
  ports: Ports,
  { accountId, orderId }: OrderKey,
  state: PaymentState,
): Promise<boolean> {
  const account = await lockAccount(trx, accountId, { isWithDeleted: true })
  const order = account && (await lockOrder(trx, accountId, orderId))
  if (!account || !order) return false
  const total = order.netMinor + order.taxMinor
  const isRight = state.total === total && state.currency === order.currency
  if (state.status === 'paid' && !isRight) {
    ports.log.error(
      { event: 'payment.amount_differs', orderId, paid: state.total, expected: total },
      'The amount of a payment differs from its order; nothing was granted',
    )
    return false
  }
  const status = statusOf[state.status]
  const next: OrderRow = {
    ...order,
    status: rankOf[status] > rankOf[order.status] ? status : order.status,
    paymentId: order.paymentId ?? state.paymentId,
    refundedMinor: Math.max(order.refundedMinor, Math.min(state.refunded, total)),
    dispute: rankOfDispute[state.dispute] > rankOfDispute[order.dispute] ? state.dispute : order.dispute,
  }
  if (next.status === 'COMPLETED' && order.status !== 'COMPLETED')
    await complete(trx, ports, account, next, state)
  if (next.status === 'COMPLETED') await takeBack(trx, ports, account, next)
  if (JSON.stringify(next) === JSON.stringify(order)) return false
  await saveOrder(trx, next)
  return true
}

/** Cancels an order without a checkout page once its request must have died, or at once when its buyer has abandoned it. */
export async function cancelWithoutCheckout(
  trx: Transaction,
  { now }: Pick<Ports, 'now'>,
  { accountId, orderId }: OrderKey,
  { isAbandoned = false } = {},
): Promise<boolean> {
  const order = await lockOrder(trx, accountId, orderId)
  if (order?.status !== 'INITIATED' || order.checkoutId !== null) return false
  if (!isAbandoned && order.createdAt.getTime() >= now().getTime() - withoutCheckoutMs) return false
  await saveOrder(trx, { ...order, status: 'CANCELLED' })
  return true
}

async function complete(
  trx: Transaction,
  ports: Ports,
  account: AccountToChange,
  order: OrderRow,
  state: PaymentState,
): Promise<void> {
  const at = ports.now()
  const { accountId, id: orderId } = order
  order.completedAt = at
  const receiptNumber = await issueReceipt(trx, order, at)
  order.receiptNumber = receiptNumber
  if (order.kind === 'pack')
    await grantCredits(trx, {
      accountId,
      userIds: account.userIds,
      amountMilli: (order.item as Pack).credits * 1000,
      reference: `extra:${orderId}`,
    })
  else await startPeriod(trx, ports, account, order, state)
  await mailReceipt(trx, ports, account, { ...order, receiptNumber })
  await writeAudit(trx, {
    accountId,
    actorId: order.userId ?? commandLineActor,
    action: 'order.paid',
    objectType: 'order',
    objectId: orderId,
    details: {
      name: order.itemName,
      currency: order.currency,
      total: (order.netMinor + order.taxMinor) / 100,
    },
  })
}

/** Begins the month that the order paid: the plan as it was bought, and its credits. */
async function startPeriod(
  trx: Transaction,
  { plans, now }: Ports,
  account: AccountToChange,
  order: OrderRow,
  { customerId, paymentMethodId }: PaymentState,
): Promise<void> {
  const { accountId } = order
  const plan = order.item as Plan
  const planKey = plans.keep(plan)
  const before = await subscriptionOf(trx, accountId)
  const isRenewal = order.kind === 'renewal'
  const periodStart = (isRenewal ? order.periodStart : null) ?? dayOf(now())
  order.periodStart = periodStart
  const anchorDay = isRenewal && before ? before.anchorDay : Number(periodStart.slice(8))
  await saveSubscription(trx, {
    accountId,
    planKey,
    plan,
    currency: order.currency,
    priceMinor: plan.price[order.currency],
    anchorDay,
    periodStart,
    periodEnd: nextMonth(periodStart, anchorDay),
    lastOrderId: order.id,
    customerId,
    paymentMethodId,
  })
  await setPaidPeriod(trx, accountId, periodStart)
  await setPlan(trx, {
    account,
    plan,
    planKey,
    plans,
    actorId: order.userId ?? commandLineActor,
    now: now(),
    isNewlyBought: before === undefined,
  })
}

/** Numbers have no gaps within a seller's year; those of the sandbox are a series of their own. */
async function issueReceipt(trx: Transaction, order: OrderRow, at: Date): Promise<string> {
  const { seller, isSandbox } = order
  const series = `${isSandbox ? 'SANDBOX-' : ''}${seller.receipt_prefix}-${at.getUTCFullYear()}`
  const number = `${series}-${String(await nextReceipt(trx, series)).padStart(6, '0')}`
  const content: Receipt = {
    number,
    orderId: order.id,
    issuedAt: at.toISOString(),
    seller,
    buyer: order.buyer,
    kind: order.kind,
    itemName: order.itemName,
    credits: order.credits,
    currency: order.currency,
    netMinor: order.netMinor,
    taxMinor: order.taxMinor,
    tax: order.tax,
    isSandbox,
    language: await languageOfBuyer(trx, order.accountId, order.userId),
  }
  await insertReceipt(trx, { number, orderId: order.id, issuedAt: at, content })
  return number
}

/** Takes credits back in proportion to what was refunded, all of them while a payment is disputed; gives back any excess. */
async function takeBack(
  trx: Transaction,
  ports: Ports,
  account: AccountToChange,
  order: OrderRow,
): Promise<void> {
  const { accountId, id: orderId, kind, refundedMinor, dispute } = order
  const total = order.netMinor + order.taxMinor
  const expired = order.periodStart === null ? 0 : await expiredOf(trx, accountId, order.periodStart)
  const creditsMilli = Math.max(order.takenMilli, order.credits * 1000 - expired)
  const isDisputed = dispute === 'open' || dispute === 'lost'
  const target =
    isDisputed || total === 0 ? (isDisputed ? creditsMilli : 0) : share(creditsMilli, refundedMinor, total)
  const change = target - order.takenMilli
  if (change !== 0) {
    order.takenMilli = target
    order.takenChanges += 1
    await revokeCredits(trx, {
      accountId,
      userIds: account.userIds,
      amountMilli: change,
      memberMilli:
        order.credits === 0 ? 0 : Math.floor((Math.max(0, change) * order.memberCredits) / order.credits),
      of: kind === 'pack' ? 'pack' : 'plan',
      name: `${orderId}:${order.takenChanges}`,
    })
    await writeAudit(trx, {
      accountId,
      actorId: commandLineActor,
      action: 'order.taken-back',
      objectType: 'order',
      objectId: orderId,
      details: { name: order.itemName, credits: change / 1000 },
    })
  }
  const isOver = kind !== 'pack' && (refundedMinor === total || dispute === 'lost')
  if (isOver && (await subscriptionOf(trx, accountId))?.lastOrderId === orderId) {
    await endSubscription(trx, accountId)
    const { plans, now } = ports
    await setPlan(trx, { account, plan: plans.default, plans, actorId: commandLineActor, now: now() })
    const ended = { what: 'ended' as const, item: order.itemName, next: plans.default.name }
    await mailAboutPlan(trx, ports, account, order.userId, ended)
  }
}

/** In whole thousandths; exact for any amounts. */
const share = (milli: number, part: number, whole: number) =>
  Number((BigInt(milli) * BigInt(part)) / BigInt(whole))
