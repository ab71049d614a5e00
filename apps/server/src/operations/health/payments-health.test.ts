import { contract, type PaymentTransaction } from '@atrium/contract'
import { call, systemAdminEmail, type TestPerson } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { renewSubscriptions } from '../../billing/renew-subscriptions.ts'
import { buyerInNorway, checkoutOf, type ShopWorld, startShop } from '../../billing/shop-for-tests.ts'

let shop: ShopWorld
let admin: TestPerson
let kim: TestPerson
beforeAll(async () => {
  shop = await startShop({ databaseHost: inject('databaseHost') })
  admin = await shop.world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await shop.world.signUp({ name: 'Kim Keeper' })
  await shop.setBuyer(kim, buyerInNorway)
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.world.database.pool.query(text, values)
const payments = async () => (await call('getHealthReport', admin.api)).data.parts.payments
async function bought(kind: 'pack' | 'plan', item: string): Promise<PaymentTransaction> {
  const reply = await shop.buy(kim, kind, item)
  return contract.initPayment.reply.json.parse(await reply.json()).message
}

test('LIFE-07 PAY-02 system administrators see webhooks, open orders, failed renewals and disputes, with the accounts to look at', async () => {
  expect(await payments()).toMatchObject({
    issues: ['PAYMENTS_SANDBOX'],
    facts: { provider: 'sandbox', key: null, hasWebhookSecret: false, lastReceivedAt: null, cases: [] },
  })
  const plan = await bought('plan', 'Team')
  shop.provider.payments.paySession(checkoutOf(plan))
  await shop.deliverAll()
  const pack = await bought('pack', 'small')
  shop.provider.payments.paySession(checkoutOf(pack))
  await shop.deliverAll()
  expect(await payments()).toMatchObject({
    issues: ['PAYMENTS_SANDBOX'],
    facts: {
      lastReceivedAt: expect.any(String),
      lastProcessedAt: expect.any(String),
      eventsWaiting: 0,
      openOrders: 0,
    },
  })

  const paid = await query('select payment_id as id from payment_order where id = $1', [pack.orderId])
  shop.provider.payments.dispute(paid.rows[0]?.id as string)
  await shop.deliverAll()
  shop.provider.payments.card = 'declines'
  await renewSubscriptions({ ...shop.ports, now: () => new Date(Date.now() + 40 * 86_400_000) })
  const open = await bought('pack', 'large')
  await query("update payment_order set created_at = now() - interval '61 minutes' where id = $1", [
    open.orderId,
  ])
  await query(
    `insert into payment_event (id, type, happened_at, received_at) values ('evt_lost', 'charge.refunded', now(), now() - interval '11 minutes')`,
  )
  const found = await payments()
  expect(found.issues).toEqual([
    ...['PAYMENTS_SANDBOX', 'PAYMENT_EVENTS_WAITING'],
    ...['RENEWALS_FAILED', 'DISPUTES_OPEN'],
  ])
  expect(found.facts).toMatchObject({ eventsWaiting: 1, openOrders: 1, failedRenewals: 1, disputes: 1 })
  expect(found.facts?.cases.map(({ kind, accountId, item }) => [kind, accountId, item])).toEqual([
    ['dispute', kim.accountId, '500 credits'],
    ['failed-renewal', kim.accountId, 'Team'],
    ['open-order', kim.accountId, '2500 credits'],
  ])
  // Longer than a checkout page is open: the order should have been ended.
  await query("update payment_order set created_at = now() - interval '3 hours' where id = $1", [
    open.orderId,
  ])
  expect((await payments()).issues).toContain('PAYMENT_ORDERS_OPEN')
})

test('LIFE-07 nobody else reads the state of payments', async () => {
  await expect(call('getHealthReport', kim.api)).rejects.toMatchObject({ reply: { code: 'NOT_FOUND' } })
})
