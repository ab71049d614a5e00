import { contract, type Endpoint, mintId, type PaymentTransaction } from '@atrium/contract'
import { call, colleagueOf, readEvents, send, type TestPerson } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { auditLedger } from '../credits/index.ts'
import { buyerInNorway, checkoutOf, type ShopWorld, startShop } from './shop-for-tests.ts'

let shop: ShopWorld
let kim: TestPerson
beforeAll(async () => {
  shop = await startShop({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  shop.provider.payments.events.length = 0
  kim = await shop.world.signUp()
  await shop.setBuyer(kim, buyerInNorway)
})
afterAll(async () => {
  expect(await auditLedger(shop.world.database)).toEqual([])
  await shop.close()
})

async function bought(plan: string, total?: number): Promise<PaymentTransaction> {
  const reply = await shop.buy(kim, 'plan', plan, total === undefined ? {} : { total })
  const text = await reply.text()
  expect(reply.status, text).toBe(201)
  const order = contract.initPayment.reply.json.parse(JSON.parse(text)).message
  shop.provider.payments.paySession(checkoutOf(order))
  await shop.deliverAll()
  return order
}
async function refund({ orderId }: PaymentTransaction): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payment_order where id = ${orderId}`.execute(shop.world.database.kysely)
  shop.provider.payments.refund(String(rows[0]?.id))
  await shop.deliverAll()
}
const details = async () => (await call('getPlanDetails', kim.api, {})).message

/** Everything of the account that money or credits are made of. */
const moneyOf = async () =>
  (
    await sql<{ money: unknown }>`
      select json_build_object(
        'account', (select row_to_json(account) from account where id = ${kim.accountId}),
        'details', (select json_agg(one) from billing_details as one where account_id = ${kim.accountId}),
        'orders', (select json_agg(one order by one.id) from payment_order as one where account_id = ${kim.accountId}),
        'subscription', (select json_agg(one) from subscription as one where account_id = ${kim.accountId}),
        'balances', (select json_agg(one order by one.holder) from credit_balance as one where account_id = ${kim.accountId})
      ) as money`.execute(shop.world.database.kysely)
  ).rows[0]?.money

const usage = { from: '2026-11-01', to: '2026-11-30' }
const asAdmin: [Endpoint, object][] = [
  [contract.listPlans, {}],
  [contract.listTopUps, {}],
  [contract.getPlanDetails, {}],
  [contract.getPlanChoice, { query: { plan: 'Team' } }],
  [contract.choosePlan, { body: { plan: 'Basic' } }],
  [contract.listTransactions, { query: { status: 'all' } }],
  [
    contract.initPayment,
    {
      body: {
        orderId: mintId('order'),
        kind: 'pack',
        item: 'small',
        currency: 'USD',
        expectedTotal: 1900,
      },
    },
  ],
  ...(['member', 'date', 'room', 'model'] as const).map((view): [Endpoint, object] => [
    contract.getUsage,
    { query: { ...usage, view } },
  ]),
  [contract.exportUsage, { query: { ...usage, view: 'member' } }],
  [contract.getKnowledgeReport, {}],
  [contract.exportKnowledgeReport, {}],
]

test('R01 T17 a member is refused every page of plans, payments, receipts and reports, without a side effect', async () => {
  const order = await bought('Team')
  const mira = await colleagueOf(shop.world, kim)
  const member = { ...mira.api, accountId: kim.accountId }
  const before = [await moneyOf(), shop.provider.payments.sessions.size]
  const { orderId } = order
  const ofOrder: [Endpoint, object][] = [
    [contract.completePayment, { body: { orderId, isCancelled: true } }],
    [contract.verifyPayment, { query: { orderId } }],
    [contract.getReceipt, { query: { orderId } }],
    [
      contract.changeBillingDetails,
      {
        params: { accountId: kim.accountId },
        body: { billingDetails: { ...buyerInNorway, city: 'Bergen' } },
      },
    ],
    [contract.getBillingDetails, { params: { accountId: kim.accountId } }],
  ]
  for (const [endpoint, request] of [...asAdmin, ...ofOrder]) {
    const reply = await send(endpoint, member, request as never)
    expect([endpoint.name, reply.status]).toEqual([endpoint.name, 403])
  }
  expect([await moneyOf(), shop.provider.payments.sessions.size]).toEqual(before)
})

test('T17 a member reads only their own history, whoever they name; the path of another account is not found', async () => {
  await bought('Team')
  shop.world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  const { response } = await kim.ask('Which is older?', { modelId: 'test-model' })
  await readEvents(response)
  const mira = await colleagueOf(shop.world, kim)
  const api = { ...mira.api, accountId: kim.accountId }
  const history = async (query: object) => {
    const reply = await send(contract.getUsageHistory, api, { query } as never)
    return reply.status === 200
      ? contract.getUsageHistory.reply.json.parse(await reply.json()).message.count
      : reply.status
  }
  const days = { from: '2000-01-01', to: '2000-12-31' }
  const today = new Date().toISOString().slice(0, 10)
  expect(await history({ from: today, to: today })).toBe(0)
  for (const more of [{ userId: kim.userId }, { member: kim.userId }])
    expect(await history({ ...days, ...more })).toBe(400)
  const other = await shop.world.signUp()
  const reply = await send(contract.getBillingDetails, other.api, {
    params: { accountId: kim.accountId },
  })
  expect([403, 404]).toContain(reply.status)
})

/** Orders a pack for 1,900 cents with a request that may say more, or something else. */
const placed = (more: object) =>
  fetch(`${shop.world.url}/api/payment/init-payment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${kim.api.token}`,
      'workspace-id': kim.accountId,
      'content-type': 'application/json',
      'idempotency-key': mintId('order'),
    },
    body: JSON.stringify({
      orderId: mintId('order'),
      kind: 'pack',
      item: 'small',
      currency: 'USD',
      expectedTotal: 1900,
      ...more,
    }),
  })

test.each([
  ['a negative quantity', { quantity: -1 }],
  ['a quantity of nothing', { quantity: 0 }],
  ['a broken quantity', { quantity: 1.5 }],
  ['an immense quantity', { quantity: 1e9 }],
  ['a price of its own', { price: 0.01 }],
  ['a currency that is not taken', { currency: 'EUR' }],
  ['a retired plan', { kind: 'plan', item: 'Retired' }],
])('P09 an order with %s is refused and reaches no provider', async (_title, more) => {
  const sessions = shop.provider.payments.sessions.size
  const reply = await placed(more)
  expect([400, 404]).toContain(reply.status)
  expect(shop.provider.payments.sessions.size).toBe(sessions)
  expect((await call('listTransactions', kim.api, { query: { status: 'all' } })).message).toEqual([])
})

test('P09 init-payment charges the price of the server, whatever price, quantity, currency or plan the request names', async () => {
  const { payments } = shop.provider
  const before = payments.sessions.size
  for (const more of [
    { expectedTotal: 1 },
    { expectedTotal: 0.01 },
    { price: 0.01 },
    { quantity: 1 },
    { currency: 'INR' },
    { currency: 'EUR' },
    { kind: 'plan', item: 'Retired' },
  ])
    expect([more, [400, 404, 409].includes((await placed(more)).status)]).toEqual([more, true])
  expect(payments.sessions.size).toBe(before)
  expect((await call('listTransactions', kim.api, { query: { status: 'all' } })).message).toEqual([])
  expect((await placed({})).status).toBe(201)
  expect([...payments.sessions.values()].at(-1)).toMatchObject({ amount_total: 1900, currency: 'usd' })
})

test('P15 a question under way when its plan is refunded ends on its own hold, and the credits of the plan are gone', async () => {
  const order = await bought('Business')
  const gate = Promise.withResolvers<void>()
  shop.world.model.script('*', [{ text: 'Tea' }, { wait: gate.promise }, { text: '.' }, { finish: 'stop' }])
  const { response, turnId } = await kim.ask('Which is older?', { modelId: 'test-model' })
  await shop.world.model.waitForRequest(({ state }) => state === 'running')
  await refund(order)
  expect((await details()).plan.name).toBe('Basic')
  gate.resolve()
  await readEvents(response)
  const holds = () =>
    sql<{ state: string; heldMilli: number; chargedMilli: number }>`
      select state, held_milli as "heldMilli", charged_milli as "chargedMilli" from credit_hold
      where turn_id = ${turnId}`.execute(shop.world.database.kysely)
  await vi.waitFor(async () => expect((await holds()).rows).toMatchObject([{ state: 'settled' }]))
  const [hold] = (await holds()).rows
  expect(hold?.chargedMilli).toBeGreaterThan(0)
  expect(hold?.chargedMilli).toBeLessThanOrEqual(hold?.heldMilli ?? 0)
  const { credits } = await details()
  expect(credits.left).toBeCloseTo(-(hold?.chargedMilli ?? 0) / 1000, 3)
})

test('P15 up- and downgrades in a loop and parallel refills leave no credits that nobody paid for', async () => {
  await bought('Team')
  expect((await details()).credits.left).toBe(2000)
  for (let round = 0; round < 5; round++)
    for (const plan of ['Basic', 'Team']) await call('choosePlan', kim.api, { body: { plan } })
  expect((await details()).credits.left).toBe(2000)
  for (let round = 0; round < 3; round++) {
    await refund(await bought('Business', round === 0 ? 15_000 : undefined))
    expect((await details()).credits.left).toBe(0)
  }
  // Two processes process the same payment at once.
  const reply = await shop.buy(kim, 'plan', 'Team')
  const order = contract.initPayment.reply.json.parse(await reply.json()).message
  shop.provider.payments.paySession(checkoutOf(order))
  const [complete] = [() => call('completePayment', kim.api, { body: { orderId: order.orderId } })]
  await Promise.all([complete(), complete(), shop.deliverAll()])
  expect((await details()).credits).toMatchObject({ granted: 2000, left: 2000 })
})
