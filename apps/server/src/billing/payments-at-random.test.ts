import { contract, mintId, type PaymentTransaction } from '@atrium/contract'
import type { TestPerson } from '@atrium/testkit'
import { seededRandom } from '@atrium/testkit/fuzz.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from '../credits/index.ts'
import { processStoredEvent } from './events.ts'
import { reconcile } from './reconcile.ts'
import { buyerInIndia, buyerInNorway, checkoutOf, type ShopWorld, startShop } from './shop-for-tests.ts'

let shop: ShopWorld
beforeAll(async () => {
  shop = await startShop({ databaseHost: inject('databaseHost') })
})
afterAll(() => shop.close())

const seed = 20270131
const accountCount = 10
const orderCount = 150
/** Parts of a price that are whole credits in both packs and currencies. */
const tenths = [1, 2, 5, 10]

test('PAY-02 P11 random orders with lost, repeated, reordered, late and forged events, refunds and disputes reconcile to the cent and the thousandth', async () => {
  const random = seededRandom(seed)
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }
  const { payments } = shop.provider
  const people: TestPerson[] = []
  for (let count = 0; count < accountCount; count++) {
    const person = await shop.world.signUp()
    await shop.setBuyer(person, count % 2 === 0 ? buyerInNorway : buyerInIndia)
    people.push(person)
  }
  const orders: { person: TestPerson; checkout: string }[] = []
  const paymentOf = (checkout: string) => payments.session(checkout)?.payment_intent ?? null
  // The provider lists its events whatever became of their delivery.
  const settled = new Set<string>()
  const waiting = () => payments.events.filter(({ id }) => !settled.has(id))
  const processed = (id: string) => processStoredEvent(shop.ports, id)

  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const person = oneOf(people)
      const id = mintId('order')
      const pack = oneOf(['small', 'large'])
      const isIndian = people.indexOf(person) % 2 === 1
      const currency = isIndian ? 'INR' : 'USD'
      const price = shop.plans.shop.packs.find((one) => one.id === pack)?.price[currency] ?? 0
      const total = isIndian ? price + Math.round(price * 0.18) : price
      // Sometimes a double click.
      const clicks = random() < 0.2 ? [1, 2] : [1]
      const replies = await Promise.all(
        clicks.map(() => shop.buy(person, 'pack', pack, { currency, orderId: id, total })),
      )
      const placed: PaymentTransaction[] = []
      for (const reply of replies) {
        const text = await reply.text()
        expect(reply.status, text).toBe(201)
        placed.push(contract.initPayment.reply.json.parse(JSON.parse(text)).message)
      }
      const [order] = placed.filter(({ checkoutUrl }) => checkoutUrl !== null)
      if (order) orders.push({ person, checkout: checkoutOf(order) })
    },
    async () => payments.paySession(oneOf(orders).checkout),
    async () => payments.paySession(oneOf(orders).checkout),
    async () => random() < 0.3 && payments.expireSession(oneOf(orders).checkout),
    async () => {
      const payment = paymentOf(oneOf(orders).checkout)
      if (payment === null || random() > 0.4) return
      const amount = payments.chargeOf(payment)?.amount ?? 0
      payments.refund(payment, Math.floor((amount * oneOf(tenths)) / 10))
    },
    async () => {
      const payment = paymentOf(oneOf(orders).checkout)
      if (payment === null || random() > 0.3) return
      payments.dispute(payment)
      if (random() < 0.6) payments.closeDispute(payment, oneOf(['won', 'lost']))
    },
    // Any event of those that wait, in any order: delivered, twice, lost, or delivered and not processed.
    ...[1, 2, 3, 4].map(() => async () => {
      if (waiting().length === 0) return
      const event = oneOf(waiting())
      const fate = random()
      if (fate < 0.1) {
        expect(await shop.provider.deliver(event, { secret: 'whsec_forged' })).toBe(400)
        return
      }
      settled.add(event.id)
      if (fate < 0.3) return
      expect(await shop.provider.deliver(event)).toBe(200)
      if (fate < 0.5) await Promise.all([processed(event.id), processed(event.id)])
      else if (fate < 0.9) await processed(event.id)
      if (fate > 0.8) expect(await shop.provider.deliver(event)).toBe(200)
    }),
    async () => random() < 0.1 && reconcile(shop.ports, { ageMs: 0 }),
  ]
  const [buy] = steps
  await buy?.()
  while (orders.length < orderCount) await oneOf(steps)()

  // What is still lost is asked for.
  await reconcile(shop.ports, { ageMs: 0 })
  const stored = await sql<{ id: string }>`select id from payment_event where processed_at is null`.execute(
    shop.world.database.kysely,
  )
  for (const { id } of stored.rows) await processed(id)

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
    from payment_order`.execute(shop.world.database.kysely)
  const bySession = new Map(rows.rows.map((row) => [row.checkoutId, row]))
  const expected = new Map(people.map(({ accountId }) => [String(accountId), 200_000]))
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
    shop.world.database.kysely,
  )
  const actual = new Map(balances.rows.map(({ accountId, milli }) => [accountId, milli]))
  // Each order rounds what it takes back to a thousandth of a credit.
  for (const [accountId, milli] of expected) {
    const count = orders.filter(({ person }) => person.accountId === accountId).length
    expect(Math.abs((actual.get(accountId) ?? Number.NaN) - milli), accountId).toBeLessThanOrEqual(count)
  }
  expect(await auditLedger(shop.world.database)).toEqual([])
  const receipts = await sql<{ number: number }>`
    select substring(receipt_number from '\\d+$')::int as number from payment_order where receipt_number is not null order by 1`
    .execute(shop.world.database.kysely)
    .then(({ rows: found }) => found.map(({ number }) => number))
  expect(receipts).toEqual(receipts.map((_, index) => index + 1))
  expect(receipts).toHaveLength(
    orders.filter(({ checkout }) => payments.session(checkout)?.payment_status === 'paid').length,
  )
}, 300_000)
