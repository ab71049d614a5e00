import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** An order or subscription that needs attention. */
export type PaymentCase = {
  kind: 'open-order' | 'failed-renewal' | 'dispute'
  accountId: AccountId
  account: string
  item: string
  since: Date
}

export type PaymentFigures = {
  lastReceivedAt: Date | null
  lastProcessedAt: Date | null
  eventsWaiting: number
  oldestWaitingSeconds: number
  /** Older than an hour. */
  openOrders: number
  /** Of these, orders whose checkout page should have expired by now. */
  stuckOrders: number
  failedRenewals: number
  disputes: number
}

/** Checkout pages expire after 90 minutes; the next round of `reconcile` ends their orders. */
const stuckInterval = '2 hours'

/** Returns the state of the installation's payments. Needs a system transaction. */
export async function paymentFigures(trx: Transaction): Promise<PaymentFigures> {
  const found = await sql<PaymentFigures>`
    select event.*, renewal.*, "order".* from
      (select max(received_at) as "lastReceivedAt", max(processed_at) as "lastProcessedAt",
        (count(*) filter (where processed_at is null))::int as "eventsWaiting",
        coalesce(extract(epoch from now() - min(received_at) filter (where processed_at is null)), 0)::float8
          as "oldestWaitingSeconds"
        from payment_event) as event,
      (select count(*)::int as "failedRenewals" from subscription where is_past_due) as renewal,
      (select (count(*) filter (where ${isOpen}))::int as "openOrders",
        (count(*) filter (where status = 'INITIATED' and created_at < now() - ${stuckInterval}::interval))::int as "stuckOrders",
        (count(*) filter (where dispute = 'open'))::int as disputes
        from payment_order) as "order"`.execute(trx)
  const [figures] = found.rows
  if (!figures) throw new Error('A query for figures returned no row.')
  return figures
}

const isOpen = sql`status in ('INITIATED', 'PENDING') and created_at < now() - interval '1 hour'`

/** Returns the first cases, disputes before failed renewals and open orders, oldest first. Needs a system transaction. */
export async function paymentCases(trx: Transaction, limit: number): Promise<PaymentCase[]> {
  const found = await sql<PaymentCase>`
    select kind, account.id as "accountId", account.name as account, item, since from (
      select 1 as rank, 'dispute' as kind, account_id, item_name as item, created_at as since from payment_order
        where dispute = 'open'
      union all
      select 2, 'failed-renewal', account_id, coalesce(plan ->> 'name', ''), period_end from subscription where is_past_due
      union all
      select 3, 'open-order', account_id, item_name, created_at from payment_order where ${isOpen}
    ) as found join account on account.id = account_id
    order by rank, since, account_id limit ${limit}`.execute(trx)
  return found.rows
}
