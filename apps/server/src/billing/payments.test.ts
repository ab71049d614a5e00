import { contract, ErrorReply, mintId, type PaymentTransaction } from '@atrium/contract'
import { auditLedger } from '../credits/index.ts'
import { ApiFailure, call, colleagueOf, send, type TestPerson } from '@atrium/testkit'
import { textOfPdf } from '@atrium/documents/testing/text-of-pdf.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { processStoredEvent } from './events.ts'
import { reconcile } from './reconcile.ts'
import { buyerInIndia, buyerInNorway, checkoutOf, type ShopWorld, startShop } from './shop-for-tests.ts'

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
afterAll(() => shop.close())

const ordered = async (reply: Response): Promise<PaymentTransaction> => {
  const text = await reply.text()
  expect(reply.status, text).toBe(201)
  return contract.initPayment.reply.json.parse(JSON.parse(text)).message
}
const codeOf = async (reply: Response) => ErrorReply.parse(await reply.json()).code
const orderNow = async ({ orderId }: PaymentTransaction) =>
  (await call('verifyPayment', kim.api, { query: { orderId } })).message
const pay = (order: PaymentTransaction) => shop.provider.payments.paySession(checkoutOf(order))
const teamCredits = async () => (await call('getPlanDetails', kim.api, {})).message.credits.left
const paymentOf = async (order: PaymentTransaction) => {
  const found = await sql<{ id: string }>`
    select payment_id as id from payment_order where id = ${order.orderId}`.execute(
    shop.world.database.kysely,
  )
  return String(found.rows[0]?.id)
}

test('PAY-01 a pack is paid at the provider, completed by the return of the buyer, and grants its credits once', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  expect(order).toMatchObject({
    status: 'INITIATED',
    itemName: '500 credits',
    amounts: { currency: 'USD', net: 1900, tax: 0, total: 1900 },
    receiptNumber: null,
    isSandbox: true,
  })
  const complete = () =>
    call('completePayment', kim.api, { body: { orderId: order.orderId } }).then(({ message }) => message)
  expect((await complete()).status).toBe('INITIATED')
  expect(await teamCredits()).toBe(200)
  pay(order)
  const [first, second] = await Promise.all([complete(), complete()])
  expect([first.status, second.status]).toEqual(['COMPLETED', 'COMPLETED'])
  await shop.deliverAll()
  expect(await teamCredits()).toBe(700)
  expect(await orderNow(order)).toMatchObject({ status: 'COMPLETED', checkoutUrl: null })
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PAY-01 P05 a double click places one order with one checkout page; two tabs place two, and each pays once', async () => {
  const orderId = mintId('order')
  const clicks = await Promise.all([1, 2].map(() => shop.buy(kim, 'pack', 'small', { orderId })))
  const [first, second] = await Promise.all(clicks.map(ordered))
  expect(second?.checkoutUrl ?? first?.checkoutUrl).toBe(first?.checkoutUrl ?? second?.checkoutUrl)
  const pages = [...shop.provider.payments.sessions.values()].filter(
    ({ client_reference_id: id }) => id === orderId,
  )
  expect(pages).toHaveLength(1)
  expect(await codeOf(await shop.buy(kim, 'pack', 'large', { orderId, total: 7900 }))).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  )
  const tabs = await Promise.all([shop.buy(kim, 'pack', 'small'), shop.buy(kim, 'pack', 'small')])
  for (const tab of tabs) pay(await ordered(tab))
  await shop.deliverAll()
  expect(await teamCredits()).toBe(1200)
})

test('PAY-02 webhooks may be late, repeated and in any order; a tab closed at the provider still gets its credits', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  const events = shop.provider.payments.events.splice(0).toReversed()
  for (const event of [...events, ...events]) {
    expect(await shop.provider.deliver(event)).toBe(200)
    await processStoredEvent(shop.ports, event.id)
  }
  expect((await orderNow(order)).status).toBe('COMPLETED')
  expect(await teamCredits()).toBe(700)
})

test('PAY-02 P05 P07 twenty copies of an event at once, and again after it was stored but not processed, grant once', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  const events = shop.provider.payments.events.splice(0)
  for (const event of events) await shop.provider.deliver(event)
  const copies = events.flatMap((event) => Array.from({ length: 20 }, () => event))
  await Promise.all(
    copies.map(async (event) => {
      expect(await shop.provider.deliver(event)).toBe(200)
      await processStoredEvent(shop.ports, event.id)
    }),
  )
  expect(await teamCredits()).toBe(700)
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test.each([
  ['a price of its own', { total: 1 }],
  ['a price of nothing', { total: 0 }],
  ['a negative price', { total: -1900 }],
  ['a part of a cent', { total: 1900.5 }],
  ['an immense price', { total: 1_000_000_000 }],
  ['the price of another currency', { currency: 'INR' as const, total: 1900 }],
  ['a pack that is not sold', { item: 'retired' }],
])(
  'PAY-01 P09 an order with %s is refused and leaves nothing',
  async (_title, { item = 'small', ...more }: { item?: string; total?: number; currency?: 'INR' }) => {
    const reply = await shop.buy(kim, 'pack', item, { ...(item !== 'small' && { total: 1900 }), ...more })
    expect([400, 404, 409]).toContain(reply.status)
    expect((await call('listTransactions', kim.api, { query: { status: 'all' } })).message).toEqual([])
  },
)

test('PAY-02 a delivered webhook is processed in the background', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  for (const event of shop.provider.payments.events.splice(0)) await shop.provider.deliver(event)
  await vi.waitFor(async () => expect((await orderNow(order)).status).toBe('COMPLETED'), { timeout: 20_000 })
})

test('PAY-02 a lost webhook is made up for: open orders and missed refunds are asked for', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  await reconcile(shop.ports, { ageMs: 0 })
  expect((await orderNow(order)).status).toBe('COMPLETED')
  shop.provider.payments.refund(await paymentOf(order))
  await reconcile(shop.ports, { ageMs: 0 })
  const waiting = await sql<{ id: string }>`
    select id from payment_event where processed_at is null`.execute(shop.world.database.kysely)
  for (const { id } of waiting.rows) await processStoredEvent(shop.ports, id)
  expect((await orderNow(order)).refunded).toBe(1900)
  expect(await teamCredits()).toBe(200)
})

test('PAY-02 B75 after a database of yesterday is restored, payments of its orders are made up for; one of an order that it does not have is reported and changes nothing', async () => {
  const [ofYesterday, ofToday] = [
    await ordered(await shop.buy(kim, 'pack', 'small')),
    await ordered(await shop.buy(kim, 'pack', 'small')),
  ]
  await sql`delete from payment_order where id = ${ofToday.orderId}`.execute(shop.world.database.kysely)
  pay(ofYesterday)
  pay(ofToday)
  const warn = vi.spyOn(shop.ports.log, 'warn')
  await reconcile(shop.ports, { ageMs: 0 })
  const waiting = await sql<{ id: string }>`
    select id from payment_event where processed_at is null`.execute(shop.world.database.kysely)
  for (const { id } of waiting.rows) await processStoredEvent(shop.ports, id)
  expect((await orderNow(ofYesterday)).status).toBe('COMPLETED')
  expect(await teamCredits()).toBe(700)
  expect(await auditLedger(shop.world.database)).toEqual([])
  const reported = warn.mock.calls.map(([entry]) => entry as { event?: string; orderId?: string })
  expect(reported).toContainEqual(
    expect.objectContaining({ event: 'payment.event_of_no_order', orderId: ofToday.orderId }),
  )
  warn.mockRestore()
})

test('PAY-02 forged and stale webhooks are refused and leave no trace', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  const [event] = shop.provider.payments.events.splice(0)
  if (!event) throw new Error('A payment has an event.')
  const stored = async () =>
    (await sql`select id from payment_event where id = ${event.id}`.execute(shop.world.database.kysely)).rows
  expect(await shop.provider.deliver(event, { secret: 'whsec_forged' })).toBe(400)
  expect(await shop.provider.deliver(event, { at: new Date(Date.now() - 600_000) })).toBe(400)
  const unsigned = await fetch(`${shop.world.url}/api/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect([unsigned.status, await codeOf(unsigned)]).toEqual([400, 'PAYMENT_EVENT_REFUSED'])
  expect(await stored()).toEqual([])
  expect((await orderNow(order)).status).toBe('INITIATED')
  expect(await shop.provider.deliver(event)).toBe(200)
  expect(await stored()).toHaveLength(1)
})

test('PAY-02 refunds take credits back in proportion and once; spending is blocked below zero', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  await shop.deliverAll()
  const paymentId = await paymentOf(order)
  shop.provider.payments.refund(paymentId, 950)
  await shop.deliverAll()
  expect(await teamCredits()).toBe(450)
  // All credits are used before the rest is refunded.
  await sql`update account set plan_name = 'Basic' where id = ${kim.accountId}`.execute(
    shop.world.database.kysely,
  )
  shop.provider.payments.refund(paymentId)
  await shop.deliverAll()
  await shop.deliverAll()
  expect(await teamCredits()).toBe(200)
  expect(await orderNow(order)).toMatchObject({ status: 'COMPLETED', refunded: 1900 })
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PAY-02 a dispute takes credits back, even below zero, which refuses questions; a won one gives them back', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(order)
  await shop.deliverAll()
  const spend = sql`
    with entry as (
      insert into credit_hold (account_id, turn_id, user_id, held_milli, charged_milli, state, kind, model_id, closed_at)
      values (${kim.accountId}, ${mintId('turn')}, ${kim.userId}, 600000, 600000, 'settled', 'question', 'test-model', now())
      returning turn_id, user_id),
    entries as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select ${kim.accountId}, holder, kind, milli, turn_id from entry
      cross join (values ('team'), (${kim.userId})) as holders (holder)
      cross join (values ('hold', -600000), ('release', 600000), ('charge', -600000)) as each (kind, milli))
    update credit_balance set available_milli = available_milli - 600000
    where account_id = ${kim.accountId} and holder in ('team', ${kim.userId})`
  await spend.execute(shop.world.database.kysely)
  expect(await teamCredits()).toBe(100)
  const paymentId = await paymentOf(order)
  shop.provider.payments.dispute(paymentId)
  await shop.deliverAll()
  expect(await teamCredits()).toBe(-400)
  expect((await orderNow(order)).dispute).toBe('open')
  const refused = await kim.ask('Which is older?', { modelId: 'test-model' })
  expect(await codeOf(refused.response)).toBe('CREDITS_EXHAUSTED')
  expect(await auditLedger(shop.world.database)).toEqual([])
  shop.provider.payments.closeDispute(paymentId, 'won')
  await shop.deliverAll()
  expect(await teamCredits()).toBe(100)
  expect((await orderNow(order)).dispute).toBe('won')
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PAY-01 an abandoned checkout is cancelled; a payment that was faster than the cancellation counts', async () => {
  const cancel = async (order: PaymentTransaction) =>
    (await call('completePayment', kim.api, { body: { orderId: order.orderId, cancel: true } })).message
  const left = await ordered(await shop.buy(kim, 'pack', 'small'))
  expect(await cancel(left)).toMatchObject({ status: 'CANCELLED', checkoutUrl: null })
  pay(left)
  expect((await orderNow(left)).status).toBe('CANCELLED')
  const paid = await ordered(await shop.buy(kim, 'pack', 'small'))
  pay(paid)
  expect(await cancel(paid)).toMatchObject({ status: 'COMPLETED' })
  const list = async (status: 'all' | 'completed' | 'non-completed') =>
    (await call('listTransactions', kim.api, { query: { status } })).message.map((one) => one.status)
  expect(await list('all')).toEqual(['COMPLETED', 'CANCELLED'])
  expect(await list('completed')).toEqual(['COMPLETED'])
  expect(await list('non-completed')).toEqual(['CANCELLED'])
})

test('PAY-02 a payment of another amount than its order grants nothing', async () => {
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  const session = shop.provider.payments.session(checkoutOf(order))
  if (session) session.amount_total = 100
  pay(order)
  await shop.deliverAll()
  expect((await orderNow(order)).status).toBe('INITIATED')
  expect(await teamCredits()).toBe(200)
})

test('PAY-01 B67 an outage of the payment provider returns a clear error and charges nothing; the same order can be retried', async () => {
  const orderId = mintId('order')
  shop.provider.setDown(true)
  const failed = await shop.buy(kim, 'pack', 'small', { orderId })
  shop.provider.setDown(false)
  expect([failed.status, await codeOf(failed)]).toEqual([502, 'PAYMENT_PROVIDER_UNAVAILABLE'])
  expect((await ordered(await shop.buy(kim, 'pack', 'small', { orderId }))).checkoutUrl).not.toBeNull()
})

test('PLAN-01 a bought plan starts today with its credits and is kept as bought; a second order cancels the first', async () => {
  const abandoned = await ordered(await shop.buy(kim, 'plan', 'Business'))
  const order = await ordered(await shop.buy(kim, 'plan', 'Team'))
  expect((await orderNow(abandoned)).status).toBe('CANCELLED')
  pay(order)
  await shop.deliverAll()
  const { message: details } = await call('getPlanDetails', kim.api, {})
  expect(details).toMatchObject({
    plan: { name: 'Team', isCurrent: true },
    subscription: { planName: 'Team', nextPlanName: 'Team', currency: 'USD', price: 4900, isPastDue: false },
    credits: { granted: 2000, left: 2000 },
  })
  expect(details.period).toEqual({ from: details.subscription?.from, until: details.subscription?.until })
  const { data: accounts } = await call('listAccounts', kim.api)
  expect(accounts[0]?.subscriptionPlan.name).toBe('Team')
  // A smaller plan comes with the next period; choosing the current one again undoes that.
  const { message: choice } = await call('getPlanChoice', kim.api, { query: { plan: 'Basic' } })
  expect(choice.quote).toMatchObject({
    takesEffect: 'at-period-end',
    effectiveOn: details.period.until,
    due: null,
  })
  expect((await call('choosePlan', kim.api, { body: { plan: 'Basic' } })).message.nextPlan).toBe('Basic')
  expect((await call('choosePlan', kim.api, { body: { plan: 'Team' } })).message.nextPlan).toBe('Team')
  // A larger one deducts what is unused: everything, on the same day.
  const { message: upgrade } = await call('getPlanChoice', kim.api, { query: { plan: 'Business' } })
  expect(upgrade.quote).toMatchObject({
    takesEffect: 'now',
    price: 19900,
    credit: 4900,
    due: { net: 15000, total: 15000 },
  })
  pay(await ordered(await shop.buy(kim, 'plan', 'Business', { total: 15000 })))
  await shop.deliverAll()
  expect((await call('getPlanDetails', kim.api, {})).message).toMatchObject({
    plan: { name: 'Business' },
    credits: { granted: 10_000, left: 10_000 },
  })
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PLAN-01 P15 files beyond a smaller plan stay; a further upload is refused with the limit', async () => {
  const order = await ordered(await shop.buy(kim, 'plan', 'Business'))
  pay(order)
  await shop.deliverAll()
  await sql`
    insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, stored_at)
    select ${kim.accountId}, 'file_' || gen_random_uuid(), ${kim.roomId}, 'acct/' || ${kim.accountId}::text || '/' || n,
      'report ' || n || '.txt', 'text/plain', 60 * 1024 * 1024, now()
    from generate_series(1, 3) as n`.execute(shop.world.database.kysely)
  const form = (size: number) =>
    call('getUploadForm', kim.api, {
      query: { filename: 'new.txt', 'content-type': 'text/plain', size: String(size) },
    }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ApiFailure ? error.reply : String(error)),
    )
  expect(await form(1000)).toBe('accepted')
  shop.provider.payments.refund(await paymentOf(order))
  await shop.deliverAll()
  expect((await call('getPlanDetails', kim.api, {})).message.plan.name).toBe('Basic')
  expect(await form(1000)).toMatchObject({ code: 'FILES_TOO_LARGE_TOGETHER', details: { megabytes: 100 } })
  const kept =
    await sql`select from room_file where account_id = ${kim.accountId} and size_bytes > 0`.execute(
      shop.world.database.kysely,
    )
  expect(kept.rows).toHaveLength(3)
})

test('PLAN-01 an upgrade deducts what was paid and not refunded; a refund closes the checkout page that deducts more', async () => {
  const team = await ordered(await shop.buy(kim, 'plan', 'Team'))
  pay(team)
  await shop.deliverAll()
  const quoteNow = async () =>
    (await call('getPlanChoice', kim.api, { query: { plan: 'Business' } })).message.quote
  expect(await quoteNow()).toMatchObject({ credit: 4900, due: { total: 15_000 } })
  const upgrade = await ordered(await shop.buy(kim, 'plan', 'Business', { total: 15_000 }))
  shop.provider.payments.refund(await paymentOf(team), 1900)
  await shop.deliverAll()
  expect(await orderNow(upgrade)).toMatchObject({ status: 'CANCELLED' })
  expect(await quoteNow()).toMatchObject({ credit: 3000, due: { total: 16_900 } })
  const again = await ordered(await shop.buy(kim, 'plan', 'Business', { total: 16_900 }))
  pay(again)
  await shop.deliverAll()
  expect((await call('getPlanDetails', kim.api, {})).message.plan.name).toBe('Business')
  // An event of the first order that comes late closes nothing.
  expect(await orderNow(again)).toMatchObject({ status: 'COMPLETED', amounts: { net: 16_900 } })
})

test('PLAN-01 a refunded plan ends at once, with its credits', async () => {
  const order = await ordered(await shop.buy(kim, 'plan', 'Team'))
  pay(order)
  await shop.deliverAll()
  shop.provider.payments.refund(await paymentOf(order))
  await shop.deliverAll()
  expect((await call('getPlanDetails', kim.api, {})).message).toMatchObject({
    plan: { name: 'Basic' },
    subscription: null,
    credits: { left: 0 },
  })
  expect(await auditLedger(shop.world.database)).toEqual([])
})

test('PAY-01 prices and tax follow the billing details, in rupees too; a changed price is refused', async () => {
  await shop.setBuyer(kim, buyerInIndia)
  expect(await codeOf(await shop.buy(kim, 'pack', 'small', { currency: 'INR' }))).toBe('PRICE_CHANGED')
  const order = await ordered(await shop.buy(kim, 'pack', 'small', { currency: 'INR', total: 176_882 }))
  expect(order).toMatchObject({
    amounts: { currency: 'INR', net: 149_900, tax: 26_982, total: 176_882 },
    tax: { name: 'GST', basisPoints: 1800 },
  })
  pay(order)
  await shop.deliverAll()
  const paid = await orderNow(order)
  const mail = await shop.world.inbox.waitFor(
    ({ subject }) => subject?.includes(String(paid.receiptNumber)) === true,
  )
  expect(mail).toMatchObject({ subject: `Receipt ${paid.receiptNumber} from Atrium Operations Pvt Ltd` })
  expect(mail.text).toContain('₹1,768.82')
  const reply = await send(contract.getReceipt, kim.api, { query: { orderId: order.orderId } })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  const text = await textOfPdf(new Uint8Array(await reply.arrayBuffer()))
  for (const part of [
    String(paid.receiptNumber),
    'Atrium Operations Pvt Ltd',
    '12 Residency Road',
    'Tax ID: 29ABCDE1234F1Z5',
    'Jaya Sensors',
    'GST 18 %',
    '₹1,499.00',
    '₹269.82',
    '₹1,768.82',
    'Sandbox',
  ])
    expect(text).toContain(part)
})

test('PAY-01 receipts are numbered without gaps, also when payments fail and arrive together', async () => {
  const numbers = async () =>
    (
      await sql<{ number: string }>`select number from receipt order by number`.execute(
        shop.world.database.kysely,
      )
    ).rows.map(({ number }) => Number(number.slice(-6)))
  const orders = await Promise.all(
    Array.from({ length: 4 }, async () => await ordered(await shop.buy(kim, 'pack', 'small'))),
  )
  for (const order of orders.slice(1)) pay(order)
  await Promise.all(orders.map(({ orderId }) => call('completePayment', kim.api, { body: { orderId } })))
  const all = await numbers()
  expect(all).toEqual(all.map((_, index) => index + 1))
})

test('PLAN-01 billing details are validated by country, and named in the reply', async () => {
  const change = async (billingDetails: object) => {
    const reply = await send(contract.changeBillingDetails, kim.api, {
      params: { accountId: kim.accountId },
      body: { billingDetails: { ...buyerInIndia, ...billingDetails } },
    })
    return reply.status === 200
      ? []
      : (ErrorReply.parse(await reply.json()).issues ?? []).map(({ path }) => path.split('.').at(-1))
  }
  expect(await change({})).toEqual([])
  expect(await change({ postalCode: '012345' })).toEqual(['postalCode'])
  expect(await change({ state: '' })).toEqual(['state'])
  expect(await change({ taxId: '29ABC' })).toEqual(['taxId'])
  expect(await change({ country: 'ZZ' })).toEqual(['country'])
  expect(await change({ name: '' })).toEqual(['name'])
  expect(await change({ ...buyerInNorway, state: '', taxId: '' })).toEqual([])
})

test('PERM-03 members see no plans and no orders; orders of another account are not found', async () => {
  const mira = await colleagueOf(shop.world, kim)
  const order = await ordered(await shop.buy(kim, 'pack', 'small'))
  const asMember = { ...mira.api, accountId: kim.accountId }
  expect((await send(contract.listPlans, asMember, {})).status).toBe(403)
  expect((await send(contract.listTransactions, asMember, { query: {} })).status).toBe(403)
  const other = await shop.world.signUp()
  const query = { orderId: order.orderId }
  expect((await send(contract.verifyPayment, other.api, { query })).status).toBe(404)
  expect((await send(contract.getReceipt, other.api, { query })).status).toBe(404)
})

test('PLAN-02 plan details show what the period used and left, by member and by room, as the ledger has it', async () => {
  shop.world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  const grace = await colleagueOf(shop.world, kim, { name: 'Grace Hopper' })
  for (const person of [kim, grace, grace]) {
    const { response } = await person.ask('Which is older?', { modelId: 'test-model' })
    expect(await response.text()).toContain('[DONE]')
  }
  const charged = await sql<{ userId: string; credits: number }>`
    select user_id as "userId", sum(charged_milli)::float / 1000 as credits from credit_hold
    where account_id = ${kim.accountId} and state = 'settled' group by user_id`.execute(
    shop.world.database.kysely,
  )
  const used = charged.rows.reduce((sum, { credits }) => sum + credits, 0)
  expect(used).toBeGreaterThan(0)
  const { message } = await call('getPlanDetails', kim.api, {})
  expect(message.credits.used).toBeCloseTo(used, 3)
  expect(message.credits.left).toBeCloseTo(200 - used, 3)
  expect(message.byMember?.map(({ id, credits }) => [id, credits.toFixed(3)])).toEqual(
    charged.rows
      .toSorted((one, other) => other.credits - one.credits)
      .map(({ userId, credits }) => [userId, credits.toFixed(3)]),
  )
  expect(message.byRoom).toMatchObject([{ id: kim.roomId, name: 'General' }])
  expect(message.byRoom?.[0]?.credits).toBeCloseTo(used, 3)
})
