import { contract, mintId, withTax } from '@atrium/contract'
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
import { findFreePort } from '../platform/free-port.ts'
import { createLog } from '../platform/log.ts'
import { processStoredEvent } from './events.ts'
import { expectMoneyReconciles, type PlacedOrder } from './money-for-tests.ts'
import { createPaymentProvider } from './payment-provider.ts'
import type { PaymentPorts } from './ports.ts'
import { reconcile } from './reconcile.ts'
import { buyerInNorway, checkoutOf, shopPlansFile } from './shop-for-tests.ts'

const seed = 20261125
const kills = 6
const ordersPerRound = 8

let database: TestDatabase
let inbox: MailInbox
let provider: PaymentSandbox
let node: AtriumProcess
let port: number
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  inbox = await startMailInbox()
  provider = await startPaymentProvider({ isManual: true })
  port = await findFreePort('127.0.0.1')
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

test('PAY-02 P05 P07 P11 the server is killed in mid-payment and restarted again and again: each order is paid and credited once', async () => {
  const random = seededRandom(seed)
  const { payments } = provider
  const plans = readPlans(shopPlansFile)
  const total = withTax('USD', plans.shop.packs[0]?.price.USD ?? 0, null).total
  const people: TestPerson[] = []
  for (let count = 0; count < 3; count++) {
    const person = await signUp({ url: node.url, inbox })
    await call('changeBillingDetails', person.api, {
      params: { accountId: person.accountId },
      body: { billingDetails: buyerInNorway },
    })
    people.push(person)
  }
  /** Places an order, again under the same id until a server accepts it. */
  const place = async (person: TestPerson) => {
    const body = {
      orderId: mintId('order'),
      kind: 'pack',
      item: 'small',
      currency: 'USD',
      expectedTotal: total,
    } as const
    const reply = await send(contract.initPayment, person.api, { body })
    return contract.initPayment.reply.json.parse(await reply.json()).message
  }
  let killed = 0
  for (let round = 0; round <= kills; round++) {
    const orders = await Promise.all(
      Array.from({ length: ordersPerRound }, async (_, index) => {
        const person = people[index % people.length] as TestPerson
        return { person, order: await place(person) }
      }),
    )
    for (const { order } of orders) payments.paySession(checkoutOf(order))
    const events = payments.events.filter(({ id }) => !delivered.has(id))
    // Returns of buyers and webhooks at once; most of them meet a server that dies.
    const running = [
      ...orders.map(({ person, order }) =>
        call('completePayment', person.api, { body: { orderId: order.orderId } }),
      ),
      ...events.map(async (event) => {
        if ((await provider.deliver(event)) === 200) delivered.add(event.id)
      }),
    ].map((one) => one.catch(() => undefined))
    if (round === kills) await Promise.all(running)
    else {
      const some = Math.floor(random() * running.length)
      await Promise.race(running.slice(some))
      node.kill('SIGKILL')
      killed += 1
      await node.ended
      await Promise.all(running)
      node = await startNode()
    }
  }
  expect(killed).toBe(kills)
  const ports = workerPorts(plans)
  await reconcile(ports, { ageMs: 0 })
  const stored = await sql<{ id: string }>`select id from payment_event where processed_at is null`.execute(
    database.database.kysely,
  )
  for (const { id } of stored.rows) await processStoredEvent(ports, id)
  const checkouts = await sql<{ accountId: string; checkout: string }>`
    select account_id as "accountId", checkout_id as checkout from payment_order where checkout_id is not null`.execute(
    database.database.kysely,
  )
  const placed: PlacedOrder[] = checkouts.rows.map(({ accountId, checkout }) => ({
    person: people.find((person) => person.accountId === accountId) as TestPerson,
    checkout,
  }))
  expect(placed).toHaveLength((kills + 1) * ordersPerRound)
  await expectMoneyReconciles(database.database, payments, people, placed)
}, 300_000)

const delivered = new Set<string>()

/** A worker beside the server's own. */
const workerPorts = (plans: PaymentPorts['plans']): PaymentPorts => ({
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
