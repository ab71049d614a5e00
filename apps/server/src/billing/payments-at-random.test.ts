import { contract, mintId, type PaymentTransaction, withTax } from '@atrium/contract'
import {
  type MailInbox,
  type PaymentSandbox,
  sandboxPaymentKey,
  sandboxWebhookSecret,
  startMailInbox,
  startPaymentProvider,
} from '@atrium/sandbox'
import {
  type AtriumProcess,
  call,
  createTestDatabase,
  send,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { seededRandom } from '@atrium/testkit/fuzz.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readPlans } from '../accounts/index.ts'
import { Secret } from '../platform/config/secret.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import { createLog } from '../platform/log.ts'
import { processStoredEvent } from './events.ts'
import { expectMoneyReconciles, type PlacedOrder } from './money-for-tests.ts'
import { createPaymentProvider } from './create-payment-provider.ts'
import type { PaymentPorts } from './ports.ts'
import { reconcile } from './reconcile.ts'
import { buyerInIndia, buyerInNorway, checkoutOf, shopPlansFile } from './shop-for-tests.ts'
import { taxFor } from './shop.ts'

const seed = 20270131
// An account may place 40 orders an hour.
const accountCount = 20
const orderCount = 500
const killCount = 10
/** Requests that are under way when the server is killed. */
const requestsAtKill = 12
/** Parts of a price that are whole credits in both packs and currencies. */
const tenths = [1, 2, 5, 10]

const plans = readPlans(shopPlansFile)
let database: TestDatabase
let inbox: MailInbox
let provider: PaymentSandbox
let node: AtriumProcess
let port: number
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  inbox = await startMailInbox()
  provider = await startPaymentProvider({ isManual: true })
  port = await findFreePort()
  node = await startNode()
  provider.sendTo(`${node.url}/api/payment/webhook`)
}, 120_000)
afterAll(async () => {
  node.kill('SIGTERM')
  await node.ended
  await Promise.all([provider.close(), inbox.close()])
  await database.drop()
})

const startNode = () =>
  startAtriumProcess({
    database,
    port,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
      TEST_MODELS_URL: 'http://127.0.0.1:9/v1',
      TEST_MODELS_KEY: 'test-key-of-the-model-provider',
      ATRIUM_PLANS_FILE: shopPlansFile,
      ATRIUM_SANDBOX_PAYMENTS_URL: provider.url,
    },
  })

/** A worker beside the server's own, which no kill ends. */
const workerPorts = (): PaymentPorts => ({
  database: database.database,
  plans,
  provider: createPaymentProvider({
    key: new Secret(sandboxPaymentKey),
    webhookSecret: new Secret(sandboxWebhookSecret),
    address: provider.url,
  }),
  now: () => new Date(),
  log: createLog({ level: 'silent' }),
  queue: { send: async () => undefined },
  siteUrl: node.url,
  onChanged: () => undefined,
})

test('PAY-02 P05 P07 P11 B65 500 random orders with lost, repeated, reordered, late and forged events, refunds, disputes and kills of the server reconcile to the cent and the thousandth', async () => {
  const random = seededRandom(seed)
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }
  const { payments } = provider
  const worker = workerPorts()
  const buyers: { person: TestPerson; country: string; currency: 'USD' | 'INR' }[] = []
  for (let count = 0; count < accountCount; count++) {
    const person = await signUp({ url: node.url, inbox })
    const billingDetails = count % 2 === 0 ? buyerInNorway : buyerInIndia
    await call('changeBillingDetails', person.api, {
      params: { accountId: person.accountId },
      body: { billingDetails },
    })
    buyers.push({ person, country: billingDetails.country, currency: count % 2 === 0 ? 'USD' : 'INR' })
  }
  const orders: (PlacedOrder & Pick<PaymentTransaction, 'orderId'>)[] = []
  const newOrder = () => {
    const { person, country, currency } = oneOf(buyers)
    const pack = oneOf(plans.shop.packs)
    const expectedTotal = withTax(currency, pack.price[currency], taxFor(plans, { country })).total
    const body = { orderId: mintId('order'), kind: 'pack', item: pack.id, currency, expectedTotal } as const
    /** Sends the order; the same one again when the last attempt met a server that was killed. */
    const place = async (): Promise<void> => {
      const reply = await send(contract.initPayment, person.api, { body })
      const text = await reply.text()
      expect(reply.status, text).toBe(201)
      const order = contract.initPayment.reply.json.parse(JSON.parse(text)).message
      const isKnown = orders.some(({ orderId }) => orderId === order.orderId)
      if (!isKnown && order.checkoutUrl !== null)
        orders.push({ person, checkout: checkoutOf(order), orderId: order.orderId })
    }
    return place
  }
  const paymentOf = (checkout: string) => payments.session(checkout)?.payment_intent ?? null
  // The provider lists its events whatever became of their delivery.
  const settled = new Set<string>()
  const waiting = () => payments.events.filter(({ id }) => !settled.has(id))
  const processed = (id: string) => processStoredEvent(worker, id)

  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const place = newOrder()
      // Sometimes a double click.
      await Promise.all((random() < 0.2 ? [1, 2] : [1]).map(() => place()))
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
        expect(await provider.deliver(event, { secret: 'whsec_forged' })).toBe(400)
        return
      }
      settled.add(event.id)
      if (fate < 0.3) return
      expect(await provider.deliver(event)).toBe(200)
      if (fate < 0.5) await Promise.all([processed(event.id), processed(event.id)])
      else if (fate < 0.9) await processed(event.id)
      if (fate > 0.8) expect(await provider.deliver(event)).toBe(200)
    }),
    async () => random() < 0.02 && reconcile(worker, { ageMs: 0 }),
  ]

  let kills = 0
  /** Kills the server while it places orders, completes payments and receives events; orders without a reply are sent again. */
  const kill = async () => {
    for (const { checkout } of orders.slice(-requestsAtKill)) payments.paySession(checkout)
    const placing = Array.from({ length: requestsAtKill / 3 }, newOrder)
    const requests = [
      ...placing,
      ...orders.slice(-requestsAtKill / 3).map(
        ({ person, orderId }) =>
          () =>
            call('completePayment', person.api, { body: { orderId } }),
      ),
      ...waiting()
        .slice(-requestsAtKill / 3)
        .map((event) => async () => {
          if ((await provider.deliver(event)) === 200) settled.add(event.id)
        }),
    ]
    // A kill ends some requests without a reply: that is the point.
    const running = requests.map((request) => request().catch(() => undefined))
    await Promise.race(running.slice(Math.floor(random() * running.length)))
    node.kill('SIGKILL')
    kills += 1
    await node.ended
    await Promise.all(running)
    node = await startNode()
    for (const place of placing) await place()
  }

  const [buy] = steps
  await buy?.()
  while (orders.length < orderCount) {
    if (orders.length > ((kills + 1) * orderCount) / (killCount + 1)) await kill()
    else await oneOf(steps)()
  }
  expect(kills).toBe(killCount)

  // What is still lost is asked for.
  await reconcile(worker, { ageMs: 0 })
  const stored = await sql<{ id: string }>`select id from payment_event where processed_at is null`.execute(
    database.database.kysely,
  )
  for (const { id } of stored.rows) await processed(id)

  const people = buyers.map(({ person }) => person)
  await expectMoneyReconciles(database.database, payments, people, orders)
}, 900_000)
