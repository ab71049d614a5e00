import type { PaymentSandbox } from '@atrium/sandbox'
import type { TestPerson } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { auditLedger } from '../credits/index.ts'
import type { Database } from '../platform/database/index.ts'

/** An order by its buyer and the provider's checkout. */
export type PlacedOrder = { person: TestPerson; checkout: string }

/** The monthly credits of the default plan, which each account has before it buys. */
const monthlyMilli = 200_000

/**
 * Compares the provider's money with orders, credits, ledger and receipts: to the cent and the thousandth. Only packs may have
 * been bought.
 */
export async function expectMoneyReconciles(
  database: Database,
  payments: PaymentSandbox['payments'],
  people: readonly TestPerson[],
  orders: readonly PlacedOrder[],
): Promise<void> {
  const paymentOf = (checkout: string) => payments.session(checkout)?.payment_intent ?? null
  const rows = await sql<{
    id: string
    accountId: string
    status: string
    total: number
    refunded: number
    dispute: string
    credits: number
    checkoutId: string
  }>`
    select id, account_id as "accountId", status, (net_minor + tax_minor)::int as total, refunded_minor::int as refunded,
      dispute, credits::float as credits, checkout_id as "checkoutId"
    from payment_order`.execute(database.kysely)
  const bySession = new Map(rows.rows.map((row) => [row.checkoutId, row]))
  const expected = new Map(people.map(({ accountId }) => [String(accountId), monthlyMilli]))
  for (const { checkout } of orders) {
    const session = payments.session(checkout)
    const order = bySession.get(checkout)
    const payment = paymentOf(checkout)
    const charge = payment === null ? undefined : payments.chargeOf(payment)
    const dispute = [...payments.disputes.values()].find((one) => one.payment_intent === payment)
    const isPaid = session?.payment_status === 'paid'
    expect([order?.status === 'COMPLETED', order?.total, order?.refunded], checkout).toEqual([
      isPaid,
      session?.amount_total,
      charge?.amount_refunded ?? 0,
    ])
    const ends =
      dispute === undefined ? 'none' : dispute.status === 'needs_response' ? 'open' : dispute.status
    expect(order?.dispute, checkout).toBe(ends)
    if (!order || !isPaid) continue
    const kept = ends === 'open' || ends === 'lost' ? 0 : 1 - order.refunded / order.total
    const milli = Math.round(order.credits * 1000 * kept)
    expected.set(order.accountId, (expected.get(order.accountId) ?? 0) + milli)
  }
  const balances = await sql<{ accountId: string; milli: number }>`
    select account_id as "accountId", available_milli::float as milli from credit_balance where holder = 'team'`.execute(
    database.kysely,
  )
  const actual = new Map(balances.rows.map(({ accountId, milli }) => [accountId, milli]))
  // Each order rounds what it takes back to a thousandth of a credit.
  for (const [accountId, milli] of expected) {
    const count = orders.filter(({ person }) => person.accountId === accountId).length
    expect(Math.abs((actual.get(accountId) ?? Number.NaN) - milli), accountId).toBeLessThanOrEqual(count)
  }
  expect(await auditLedger(database)).toEqual([])
  const receipts = await sql<{ number: number }>`
    select substring(receipt_number from '\\d+$')::int as number from payment_order where receipt_number is not null order by 1`
    .execute(database.kysely)
    .then(({ rows: found }) => found.map(({ number }) => number))
  expect(receipts).toEqual(receipts.map((_, index) => index + 1))
  expect(receipts).toHaveLength(
    [...payments.sessions.values()].filter(({ payment_status: status }) => status === 'paid').length,
  )
}
