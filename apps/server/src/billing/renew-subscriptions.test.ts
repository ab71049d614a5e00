import { contract, type PaymentTransaction } from '@atrium/contract'
import { call, type TestPerson } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { auditLedger } from '../credits/index.ts'
import type { PaymentPorts } from './ports.ts'
import { renewSubscriptions } from './renew-subscriptions.ts'
import { buyerInNorway, checkoutOf, type ShopWorld, startShop } from './shop-for-tests.ts'

let shop: ShopWorld
let kim: TestPerson
beforeAll(async () => {
  shop = await startShop({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  shop.provider.payments.events.length = 0
  shop.provider.payments.card = 'pays'
  kim = await shop.world.signUp()
  await shop.setBuyer(kim, buyerInNorway)
  const reply = await shop.buy(kim, 'plan', 'Team')
  const order: PaymentTransaction = contract.initPayment.reply.json.parse(await reply.json()).message
  shop.provider.payments.paySession(checkoutOf(order))
  await shop.deliverAll()
})
afterAll(() => shop.close())

const details = async () => (await call('getPlanDetails', kim.api, {})).message
/** The end of the current month of the subscription, some days later. */
async function dayAfterEnd(days: number): Promise<Date> {
  const { subscription } = await details()
  return new Date(Date.parse(`${subscription?.until}T12:00:00Z`) + days * 86_400_000)
}
const on = (day: Date, more: Partial<PaymentPorts> = {}): PaymentPorts => ({
  ...shop.ports,
  now: () => day,
  ...more,
})
const renewals = async () => {
  const found = await sql<{ status: string; periodStart: string; total: number }>`
    select status, period_start::text as "periodStart", (net_minor + tax_minor)::int as total from payment_order
    where account_id = ${kim.accountId} and kind = 'renewal' order by created_at`.execute(
    shop.world.database.kysely,
  )
  return found.rows
}
test('PLAN-01 PAY-02 a month is renewed once when it is over, however many processes try, with new credits and a receipt', async () => {
  const { subscription } = await details()
  await renewSubscriptions(on(await dayAfterEnd(-1)))
  expect(await renewals()).toEqual([])
  const due = on(await dayAfterEnd(0))
  await Promise.all([renewSubscriptions(due), renewSubscriptions(due), renewSubscriptions(due)])
  await renewSubscriptions(due)
  expect(await renewals()).toEqual([{ status: 'COMPLETED', periodStart: subscription?.until, total: 4900 }])
  expect((await details()).subscription).toMatchObject({ from: subscription?.until, isPastDue: false })
})

test('PAY-02 PLAN-01 a refund of a month that is over takes back only the credits that had not expired with it', async () => {
  const credits = async () => {
    const found = await sql<{ milli: number }>`
      select available_milli as milli from credit_balance
      where account_id = ${kim.accountId} and holder = 'team'`.execute(shop.world.database.kysely)
    return found.rows[0]?.milli
  }
  const payment = await sql<{ id: string }>`
    select payment_id as id from payment_order where account_id = ${kim.accountId}`.execute(
    shop.world.database.kysely,
  )
  await renewSubscriptions(on(await dayAfterEnd(0)))
  const before = await credits()
  // Nothing of the first month was used, so all of it has expired.
  shop.provider.payments.refund(String(payment.rows[0]?.id))
  await shop.deliverAll()
  expect(await credits()).toBe(before)
  expect(await details()).toMatchObject({ plan: { name: 'Team' } })
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PLAN-01 PAY-02 a charge whose reply was lost is not made again', async () => {
  const before = shop.provider.payments.payments.size
  const due = await dayAfterEnd(0)
  const { provider } = shop.ports
  const losing = on(due, {
    provider: {
      ...provider,
      chargeSaved: async (wanted) => {
        await provider.chargeSaved(wanted)
        throw new Error('The reply was lost.')
      },
    },
  })
  await renewSubscriptions(losing)
  expect((await renewals()).map(({ status }) => status)).toEqual(['INITIATED'])
  await renewSubscriptions(on(due))
  expect((await renewals()).map(({ status }) => status)).toEqual(['COMPLETED'])
  expect(shop.provider.payments.payments.size).toBe(before + 1)
})

test('PLAN-01 a declined card is tried four times, a day apart; then the plan ends and nothing is owed', async () => {
  shop.provider.payments.card = 'declines'
  const first = await dayAfterEnd(0)
  const daysLater = (days: number) => on(new Date(first.getTime() + days * 86_400_000))
  await renewSubscriptions(daysLater(0))
  await renewSubscriptions(daysLater(0.5))
  expect((await renewals()).map(({ status }) => status)).toEqual(['FAILED'])
  expect((await details()).subscription).toMatchObject({ planName: 'Team', isPastDue: true })
  for (const days of [1.1, 2.2, 3.3]) await renewSubscriptions(daysLater(days))
  expect((await renewals()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED', 'FAILED'])
  await renewSubscriptions(daysLater(4.4))
  expect(await renewals()).toHaveLength(4)
  expect(await details()).toMatchObject({ plan: { name: 'Basic' }, subscription: null })
})

test('PLAN-01 a smaller plan chosen before starts with the renewal; the free one ends the subscription without a charge', async () => {
  await call('choosePlan', kim.api, { body: { plan: 'Basic' } })
  await renewSubscriptions(on(await dayAfterEnd(0)))
  expect(await renewals()).toEqual([])
  expect(await details()).toMatchObject({ plan: { name: 'Basic' }, subscription: null })
})

test('PLAN-01 months in which the server was down are not charged', async () => {
  const today = await dayAfterEnd(70)
  await renewSubscriptions(on(today))
  const made = await renewals()
  expect(made.map(({ status }) => status)).toEqual(['COMPLETED'])
  expect((await details()).subscription?.from).toBe(made[0]?.periodStart)
  expect(Date.parse(String(made[0]?.periodStart))).toBeGreaterThan(today.getTime() - 32 * 86_400_000)
  expect(await auditLedger(shop.world.database)).toEqual([])
})

/** The buyer's mails, by kind, without receipts. */
const mails = async () => {
  const found = await sql<{ kind: string }>`
    select kind from mail_outbox where recipient = ${buyerInNorway.email} and kind like 'billing:%'
      and kind <> 'billing:paid' order by id`.execute(shop.world.database.kysely)
  return found.rows
}

/** The text of a mail whose subject begins like this. */
const mailWith = async (start: string) =>
  (await shop.world.inbox.waitFor(({ subject }) => subject?.startsWith(start) === true)).text

test('PLAN-01 the buyer gets a mail in their language for each failed renewal, and one when the plan has ended', async () => {
  await sql`delete from mail_outbox`.execute(shop.world.database.kysely)
  await sql`update user_profile set language = 'fr' where user_id = ${kim.userId}`.execute(
    shop.world.database.kysely,
  )
  shop.provider.payments.card = 'declines'
  const first = await dayAfterEnd(0)
  for (let day = 0; day < 5; day++) {
    const due = on(new Date(first.getTime() + day * 1.1 * 86_400_000))
    await renewSubscriptions(due)
    await renewSubscriptions(due)
  }
  expect((await mails()).map(({ kind }) => kind)).toEqual([
    'billing:failed',
    'billing:failed',
    'billing:failed',
    'billing:ended',
  ])
  expect(await mailWith('Le paiement de Team a échoué dans ')).toContain('Rien ne sera supprimé')
  expect(await mailWith('La formule Team de ')).toContain('la formule Basic')
})

test('PLAN-01 a cancellation is confirmed by mail, once; a plan for another price is none', async () => {
  await sql`delete from mail_outbox`.execute(shop.world.database.kysely)
  const choose = (plan: string) => call('choosePlan', kim.api, { body: { plan } })
  await choose('Basic')
  await choose('Basic')
  const { subscription } = await details()
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(String(subscription?.until)),
  )
  expect(await mails()).toEqual([{ kind: 'billing:cancelled' }])
  expect(await mailWith(`Your plan Team ends on ${day}`)).toContain('nothing is deleted')
})
