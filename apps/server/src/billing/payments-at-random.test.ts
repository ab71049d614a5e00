import { contract, mintId, type PaymentTransaction } from '@atrium/contract'
import type { TestPerson } from '@atrium/testkit'
import { seededRandom } from '@atrium/testkit/fuzz.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { processStoredEvent } from './events.ts'
import { expectMoneyReconciles, type PlacedOrder } from './money-for-tests.ts'
import { reconcile } from './reconcile.ts'
import { buyerInIndia, buyerInNorway, checkoutOf, type ShopWorld, startShop } from './shop-for-tests.ts'

let shop: ShopWorld
beforeAll(async () => {
  shop = await startShop({ databaseHost: inject('databaseHost') })
})
afterAll(() => shop.close())

const seed = 20270131
// An account may place 40 orders an hour.
const accountCount = 16
const orderCount = 500
/** Parts of a price that are whole credits in both packs and currencies. */
const tenths = [1, 2, 5, 10]

test('PAY-02 P05 P07 P11 B65 500 random orders with lost, repeated, reordered, late and forged events, refunds and disputes reconcile to the cent and the thousandth', async () => {
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
  const orders: PlacedOrder[] = []
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

  await expectMoneyReconciles(shop.world.database, payments, people, orders)
}, 900_000)
