import type {
  AccountId,
  BillingDetails,
  Currency,
  OrderId,
  OrderKind,
  PaymentStatus,
  Tax,
  TransactionGroup,
  UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Pack, Plan, Seller } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Day } from './days.ts'
import type { PaidOrder } from './proration/kept-price.ts'
import type { Dispute } from './tables.ts'

export type OrderRow = {
  accountId: AccountId
  id: OrderId
  userId: UserId | null
  buyerName: string | null
  kind: OrderKind
  itemName: string
  /** The pack or plan as it was bought. */
  item: unknown
  credits: number
  memberCredits: number
  currency: Currency
  netMinor: number
  taxMinor: number
  tax: Tax | null
  buyer: BillingDetails
  seller: Seller
  isSandbox: boolean
  status: PaymentStatus
  createdAt: Date
  completedAt: Date | null
  checkoutId: string | null
  checkoutUrl: string | null
  paymentId: string | null
  refundedMinor: number
  dispute: Dispute
  takenMilli: number
  takenChanges: number
  periodStart: Day | null
  receiptNumber: string | null
}

const orders = sql`
  select account_id as "accountId", payment_order.id, user_id as "userId", identity_user.name as "buyerName", kind,
    item_name as "itemName", item, credits, member_credits as "memberCredits", currency, net_minor as "netMinor",
    tax_minor as "taxMinor", tax, buyer, seller, is_sandbox as "isSandbox", status, payment_order.created_at as "createdAt",
    completed_at as "completedAt", checkout_id as "checkoutId", checkout_url as "checkoutUrl", payment_id as "paymentId",
    refunded_minor as "refundedMinor", dispute, taken_milli as "takenMilli", taken_changes as "takenChanges",
    period_start::text as "periodStart", receipt_number as "receiptNumber"
  from payment_order left join identity_user on identity_user.id = user_id`

/** Returns an order of the account. */
export async function orderOf(
  trx: Transaction,
  accountId: AccountId,
  orderId: OrderId,
): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`
    ${orders} where account_id = ${accountId} and payment_order.id = ${orderId}`.execute(trx)
  return found.rows[0]
}

/** Returns the order, locked until the transaction ends. */
export async function lockOrder(
  trx: Transaction,
  accountId: AccountId,
  orderId: OrderId,
): Promise<OrderRow | undefined> {
  await sql`select from payment_order where account_id = ${accountId} and id = ${orderId} for update`.execute(
    trx,
  )
  return await orderOf(trx, accountId, orderId)
}

/** Returns the account of an order, by the order's id or its payment's. Needs a system transaction. */
export async function findOrder(
  trx: Transaction,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<{ accountId: AccountId; orderId: OrderId } | undefined> {
  const found = await sql<{ accountId: AccountId; orderId: OrderId }>`
    select account_id as "accountId", id as "orderId" from payment_order
    where id = ${orderId} or payment_id = ${paymentId} order by id = ${orderId} desc limit 1`.execute(trx)
  return found.rows[0]
}

const ofGroup: Record<TransactionGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  completed: sql`status = 'COMPLETED'`,
  'non-completed': sql`status <> 'COMPLETED'`,
}

export async function ordersPage(
  trx: Transaction,
  accountId: AccountId,
  { status, limit, offset }: { status: TransactionGroup; limit: number; offset: number },
): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    ${orders} where account_id = ${accountId} and ${ofGroup[status]}
    order by payment_order.created_at desc, payment_order.id desc limit ${limit} offset ${offset}`.execute(
    trx,
  )
  return found.rows
}

export async function countOrders(
  trx: Transaction,
  accountId: AccountId,
  status: TransactionGroup,
): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from payment_order where account_id = ${accountId} and ${ofGroup[status]}`.execute(
    trx,
  )
  return counted.rows[0]?.count ?? 0
}

/** Returns how many orders the account placed within the last hour. */
export async function ordersOfLastHour(trx: Transaction, accountId: AccountId): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from payment_order
    where account_id = ${accountId} and created_at > now() - interval '1 hour'`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

/** Returns the account's unfinished order of a plan. */
export async function openPlanOrder(trx: Transaction, accountId: AccountId): Promise<OrderId | undefined> {
  const found = await sql<{ id: OrderId }>`
    select id from payment_order
    where account_id = ${accountId} and kind <> 'pack' and status in ('INITIATED', 'PENDING')`.execute(trx)
  return found.rows[0]?.id
}

export type NewOrder = Pick<
  OrderRow,
  | 'accountId'
  | 'id'
  | 'userId'
  | 'kind'
  | 'itemName'
  | 'credits'
  | 'memberCredits'
  | 'currency'
  | 'netMinor'
  | 'taxMinor'
  | 'tax'
  | 'buyer'
  | 'seller'
  | 'isSandbox'
  | 'periodStart'
> & { item: Pack | Plan; createdAt: Date }

/** Stores an order; does nothing when there is one of this id, or another unfinished one of a plan. Returns whether it is new. */
export async function insertOrder(trx: Transaction, order: NewOrder): Promise<boolean> {
  const inserted = await sql`
    insert into payment_order (account_id, id, user_id, kind, item_name, item, credits, member_credits, currency, net_minor,
      tax_minor, tax, buyer, seller, is_sandbox, period_start, created_at)
    values (${order.accountId}, ${order.id}, ${order.userId}, ${order.kind}, ${order.itemName}, ${JSON.stringify(order.item)}::jsonb,
      ${order.credits}, ${order.memberCredits}, ${order.currency}, ${order.netMinor}, ${order.taxMinor},
      ${order.tax && JSON.stringify(order.tax)}::jsonb, ${JSON.stringify(order.buyer)}::jsonb,
      ${JSON.stringify(order.seller)}::jsonb, ${order.isSandbox}, ${order.periodStart}::date, ${order.createdAt})
    on conflict do nothing returning id`.execute(trx)
  return inserted.rows.length > 0
}

export async function setCheckout(
  trx: Transaction,
  { accountId, id }: Pick<OrderRow, 'accountId' | 'id'>,
  { checkoutId, url }: { checkoutId: string; url: string },
): Promise<void> {
  await sql`
    update payment_order set checkout_id = ${checkoutId}, checkout_url = ${url}
    where account_id = ${accountId} and id = ${id} and checkout_id is null`.execute(trx)
}

/** Stores what `applyPayment` changes. */
export async function saveOrder(
  trx: Transaction,
  order: Pick<
    OrderRow,
    | 'accountId'
    | 'id'
    | 'status'
    | 'completedAt'
    | 'paymentId'
    | 'refundedMinor'
    | 'dispute'
    | 'takenMilli'
    | 'takenChanges'
    | 'periodStart'
    | 'receiptNumber'
  >,
): Promise<void> {
  await sql`
    update payment_order set status = ${order.status}, completed_at = ${order.completedAt}, payment_id = ${order.paymentId},
      refunded_minor = ${order.refundedMinor}, dispute = ${order.dispute}, taken_milli = ${order.takenMilli},
      taken_changes = ${order.takenChanges}, period_start = ${order.periodStart}::date, receipt_number = ${order.receiptNumber}
    where account_id = ${order.accountId} and id = ${order.id}`.execute(trx)
}

/** Returns the completed orders of plans, newest first. */
export async function paidPlanOrders(trx: Transaction, accountId: AccountId): Promise<PaidOrder[]> {
  const found = await sql<PaidOrder>`
    select case kind when 'renewal' then net_minor else coalesce((item->'price'->>currency)::bigint, net_minor) end as price, net_minor as net,
      net_minor + tax_minor as total, refunded_minor as refunded, dispute
    from payment_order where account_id = ${accountId} and kind <> 'pack' and status = 'COMPLETED'
    order by completed_at desc, id desc`.execute(trx)
  return found.rows
}

/** Returns unfinished orders placed before a moment, oldest first. Needs a system transaction. */
export async function openOrders(
  trx: Transaction,
  placedBefore: Date,
): Promise<{ accountId: AccountId; orderId: OrderId }[]> {
  const found = await sql<{ accountId: AccountId; orderId: OrderId }>`
    select account_id as "accountId", id as "orderId" from payment_order
    where status in ('INITIATED', 'PENDING') and created_at < ${placedBefore} order by created_at limit 500`.execute(
    trx,
  )
  return found.rows
}

export async function billingDetailsOf(
  trx: Transaction,
  accountId: AccountId,
): Promise<BillingDetails | null> {
  const found = await sql<{ details: BillingDetails }>`
    select details from billing_details where account_id = ${accountId}`.execute(trx)
  return found.rows[0]?.details ?? null
}

export async function saveBillingDetails(
  trx: Transaction,
  accountId: AccountId,
  details: BillingDetails,
): Promise<void> {
  await sql`
    insert into billing_details (account_id, details) values (${accountId}, ${JSON.stringify(details)}::jsonb)
    on conflict (account_id) do update set details = excluded.details, changed_at = now()`.execute(trx)
}

export type SubscriptionRow = {
  accountId: AccountId
  planKey: string
  plan: Plan
  currency: Currency
  priceMinor: number
  anchorDay: number
  periodStart: Day
  periodEnd: Day
  /** Null: the same plan again. */
  nextPlan: string | null
  nextPriceMinor: number | null
  isPastDue: boolean
  lastOrderId: OrderId
  customerId: string | null
  paymentMethodId: string | null
}

const subscriptions = sql`
  select account_id as "accountId", plan_key as "planKey", plan, currency, price_minor as "priceMinor", anchor_day as "anchorDay",
    period_start::text as "periodStart", period_end::text as "periodEnd", next_plan as "nextPlan",
    next_price_minor as "nextPriceMinor", is_past_due as "isPastDue", last_order_id as "lastOrderId",
    customer_id as "customerId", payment_method_id as "paymentMethodId"
  from subscription`

export async function subscriptionOf(
  trx: Transaction,
  accountId: AccountId,
): Promise<SubscriptionRow | undefined> {
  const found = await sql<SubscriptionRow>`${subscriptions} where account_id = ${accountId}`.execute(trx)
  return found.rows[0]
}

/** Returns the subscriptions whose period has ended. Needs a system transaction. */
export async function dueSubscriptions(trx: Transaction, today: Day): Promise<SubscriptionRow[]> {
  const found = await sql<SubscriptionRow>`
    ${subscriptions} where period_end <= ${today}::date
      and not exists (select from account where account.id = account_id and suspended_at is not null) order by period_end, account_id limit 500`.execute(
    trx,
  )
  return found.rows
}

/** Returns every plan that a subscription has, as it was bought. Needs a system transaction. */
export async function boughtPlans(trx: Transaction): Promise<Plan[]> {
  const found = await sql<{ plan: Plan }>`select distinct plan from subscription`.execute(trx)
  return found.rows.map(({ plan }) => plan)
}

export async function saveSubscription(
  trx: Transaction,
  subscription: Omit<SubscriptionRow, 'nextPlan' | 'nextPriceMinor' | 'isPastDue'>,
): Promise<void> {
  const { accountId, planKey, plan, currency, priceMinor, anchorDay, periodStart, periodEnd } = subscription
  await sql`
    insert into subscription (account_id, plan_key, plan, currency, price_minor, anchor_day, period_start, period_end,
      last_order_id, customer_id, payment_method_id)
    values (${accountId}, ${planKey}, ${JSON.stringify(plan)}::jsonb, ${currency}, ${priceMinor}, ${anchorDay},
      ${periodStart}::date, ${periodEnd}::date, ${subscription.lastOrderId}, ${subscription.customerId},
      ${subscription.paymentMethodId})
    on conflict (account_id) do update set plan_key = excluded.plan_key, plan = excluded.plan, currency = excluded.currency,
      price_minor = excluded.price_minor, anchor_day = excluded.anchor_day, period_start = excluded.period_start,
      period_end = excluded.period_end, last_order_id = excluded.last_order_id, next_plan = null, next_price_minor = null,
      is_past_due = false, customer_id = coalesce(excluded.customer_id, subscription.customer_id),
      payment_method_id = coalesce(excluded.payment_method_id, subscription.payment_method_id)`.execute(trx)
}

export async function setNextPlan(
  trx: Transaction,
  accountId: AccountId,
  next: { plan: string; priceMinor: number } | null,
): Promise<void> {
  await sql`
    update subscription set next_plan = ${next?.plan ?? null}, next_price_minor = ${next?.priceMinor ?? null}
    where account_id = ${accountId}`.execute(trx)
}

export async function setPastDue(trx: Transaction, accountId: AccountId): Promise<void> {
  await sql`update subscription set is_past_due = true where account_id = ${accountId}`.execute(trx)
}

/** Returns when the last renewal of a period was tried, and how often; for orders that failed. */
export async function failedRenewals(
  trx: Transaction,
  accountId: AccountId,
  periodStart: Day,
): Promise<{ count: number; last: Date | null }> {
  const found = await sql<{ count: number; last: Date | null }>`
    select count(*)::int as count, max(created_at) as last from payment_order
    where account_id = ${accountId} and kind = 'renewal' and period_start = ${periodStart}::date
      and status in ('FAILED', 'CANCELLED')`.execute(trx)
  return found.rows[0] ?? { count: 0, last: null }
}

/** Returns the thousandths of a plan's credits that expired unused with the period that began on this day. */
export async function expiredOf(trx: Transaction, accountId: AccountId, periodStart: Day): Promise<number> {
  const found = await sql<{ milli: number }>`
    select coalesce(-sum(amount_milli), 0)::bigint as milli from credit_entry
    where account_id = ${accountId} and holder = 'team' and kind = 'expire'
      and reference = ${`month:${periodStart}`}`.execute(trx)
  return found.rows[0]?.milli ?? 0
}

/** Returns the next number of a series of receipts; its row stays locked, so a rollback leaves no gap. */
export async function nextReceipt(trx: Transaction, series: string): Promise<number> {
  const counted = await sql<{ number: number }>`
    insert into receipt_counter (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = receipt_counter.last_number + 1
    returning last_number as number`.execute(trx)
  return counted.rows[0]?.number ?? 1
}

export async function insertReceipt(
  trx: Transaction,
  receipt: { number: string; orderId: OrderId; issuedAt: Date; content: object },
): Promise<void> {
  await sql`
    insert into receipt (number, order_id, issued_at, content)
    values (${receipt.number}, ${receipt.orderId}, ${receipt.issuedAt}, ${JSON.stringify(receipt.content)}::jsonb)`.execute(
    trx,
  )
}

/** Returns the content of an order's receipt. Needs a system transaction. */
export async function receiptOf<Content>(trx: Transaction, orderId: OrderId): Promise<Content | undefined> {
  const found = await sql<{ content: unknown }>`
    select content from receipt where order_id = ${orderId}`.execute(trx)
  return found.rows[0]?.content as Content | undefined
}
