import { contract, ErrorReply, mintId } from '@atrium/contract'
import { call, send, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { testPlans } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger, renewMonths } from '../../credits/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { createTestClock } from '../../platform/clock.ts'

let world: World
let admin: TestPerson
let kim: TestPerson
const clock = createTestClock()
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), clock })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await world.signUp({ name: 'Kim Keeper' })
})
afterAll(() => world.close())

const search = async (text: string) =>
  (await call('listSystemAccounts', admin.api, { query: { search: text } })).data
const accountOf = async (person: TestPerson) => (await search(person.accountId))[0] ?? expect.fail()
const codeOf = async (response: Response) => ErrorReply.parse(await response.json()).code
const ledger = async (person: TestPerson) =>
  (
    await world.database.pool.query(
      `select holder = 'team' as "isTeam", kind, amount_milli / 1000 as credits, reference from credit_entry
       where account_id = $1 and kind in ('grant', 'expire') order by id`,
      [person.accountId],
    )
  ).rows as { isTeam: boolean; kind: string; credits: number; reference: string }[]
const renew = (now: Date) =>
  renewMonths({
    database: world.database,
    plans: testPlans,
    log: createLog({ level: 'silent' }),
    now: () => now,
  })
const grantTo = (person: TestPerson, credits: number, frequency: 'once' | 'monthly', id = mintId('grant')) =>
  send(contract.grantAccountCredits, admin.api, {
    params: { id: person.accountId },
    body: { id, credits, frequency, reason: 'A busy month' },
  })

test('PLAN-03 a system administrator lists, searches and pages all accounts, with plan, balance and use', async () => {
  const others = await Promise.all([1, 2].map((number) => world.signUp({ name: `Zoe${number} Finder` })))
  const found = await accountOf(kim)
  expect(found).toMatchObject({
    name: "Kim's team",
    planName: 'Basic',
    ownerName: 'Kim Keeper',
    ownerEmail: kim.email,
    memberCount: 1,
    balance: 200,
    usedThisMonth: 0,
    monthlyCredits: 200,
    monthlyGrants: 0,
  })
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
  await (await kim.ask('Which is older?')).response.text()
  const used = await accountOf(kim)
  expect(used.usedThisMonth).toBeGreaterThan(0)
  expect(used.balance).toBeCloseTo(200 - used.usedThisMonth, 3)

  expect((await search('keeper')).map(({ id }) => id)).toEqual([kim.accountId])
  expect((await search(others[0]?.email ?? '')).map(({ id }) => id)).toEqual([others[0]?.accountId])
  expect(await search('nobody has this')).toEqual([])
  const page = (number: number) =>
    call('listSystemAccounts', admin.api, {
      query: { search: 'finder', page: String(number), page_size: '1' },
    })
  const [first, second] = [await page(1), await page(2)]
  expect([first.count, first.data[0]?.id, second.data[0]?.id]).toEqual([
    2,
    ...others.map(({ accountId }) => accountId),
  ])
  expect((await call('listSystemPlans', admin.api)).data.map(({ name }) => name)).toEqual([
    'Basic',
    'Team',
    'Business',
  ])
})

test("PLAN-03 setting the plan of an account raises the running month once, and is in the account's audit log", async () => {
  const person = await world.signUp({ name: 'Pat Planner' })
  const change = (planName: string) =>
    send(contract.changeAccountPlan, admin.api, { params: { id: person.accountId }, body: { planName } })
  expect((await change('Team')).status).toBe(200)
  const raised = await ledger(person)
  expect((await change('Team')).status).toBe(200)
  expect(await ledger(person)).toEqual(raised)
  expect(raised.filter(({ reference }) => reference.startsWith('raise:'))).toMatchObject([
    { isTeam: true, kind: 'grant', credits: 1800 },
    { isTeam: false, kind: 'grant', credits: 300 },
  ])
  expect(await accountOf(person)).toMatchObject({ planName: 'Team', balance: 2000, monthlyCredits: 2000 })
  expect((await call('listAccounts', person.api)).data[0]?.subscriptionPlan).toMatchObject({
    name: 'Team',
    rag_allowed: true,
  })
  const { data: log } = await call('listAudit', person.api, {
    params: { id: person.accountId },
    query: { action: 'account.plan-changed' },
  })
  expect(log).toMatchObject([{ actorName: 'Sam System', details: { from: 'Basic', to: 'Team' } }])
  const unknown = await change('Gold')
  expect([unknown.status, await codeOf(unknown)]).toEqual([400, 'INVALID_INPUT'])
})

test("PLAN-03 one-time credits don't expire with the month; the same grant sent twice, or ten times concurrently, counts once", async () => {
  const person = await world.signUp({ name: 'Ona Once' })
  const id = mintId('grant')
  const replies = await Promise.all(Array.from({ length: 10 }, () => grantTo(person, 50, 'once', id)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect((await ledger(person)).filter(({ reference }) => reference === `extra:${id}`)).toMatchObject([
    { isTeam: true, credits: 50 },
    { isTeam: false, credits: 50 },
  ])
  expect(await codeOf(await grantTo(person, 60, 'once', id))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await codeOf(await grantTo(kim, 50, 'once', id))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(
    (await call('listCreditGrants', admin.api, { params: { id: person.accountId } })).data,
  ).toMatchObject([
    {
      id,
      credits: 50,
      frequency: 'once',
      reason: 'A busy month',
      grantedByName: 'Sam System',
      endedAt: null,
    },
  ])
  const { data: log } = await call('listAudit', person.api, {
    params: { id: person.accountId },
    query: { action: 'account.credits-granted' },
  })
  expect(log).toMatchObject([{ details: { credits: 50, frequency: 'once', reason: 'A busy month' } }])
  const before = (await accountOf(person)).balance
  await renew(nextMonth(1))
  const { rows } = await world.database.pool.query(
    `select available_milli / 1000 as left from credit_balance where account_id = $1 and holder = 'team'`,
    [person.accountId],
  )
  expect([before, Number(rows[0].left)]).toEqual([250, 250])
})

/** The middle of a month after this one. */
const nextMonth = (months: number) => {
  const now = clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
}

test('PLAN-03 a monthly grant starts this month, expires with each month, and can be ended', async () => {
  const person = await world.signUp({ name: 'Mo Monthly' })
  const granted = await grantTo(person, 30, 'monthly')
  expect(granted.status).toBe(200)
  const { data: grant } = contract.grantAccountCredits.reply.json.parse(await granted.json())
  expect(await accountOf(person)).toMatchObject({ balance: 230, monthlyCredits: 230, monthlyGrants: 30 })

  await renew(nextMonth(2))
  await renew(nextMonth(2))
  const ofGrant = (entries: Awaited<ReturnType<typeof ledger>>) =>
    entries.filter(({ isTeam, reference }) => isTeam && reference.endsWith(grant.id))
  expect(ofGrant(await ledger(person))).toMatchObject([{ credits: 30 }, { credits: 30 }])
  const expired = (await ledger(person)).filter(({ isTeam, kind }) => isTeam && kind === 'expire')
  expect(expired).toMatchObject([{ credits: -230 }])

  const end = () =>
    send(contract.endMonthlyGrant, admin.api, { params: { id: person.accountId, grantId: grant.id } })
  const ended = [await end(), await end()].map(async (reply) => await reply.json())
  const [first, second] = await Promise.all(ended)
  expect(first).toMatchObject({ data: { id: grant.id, endedAt: expect.any(String) } })
  expect(second).toEqual(first)
  await renew(nextMonth(3))
  expect(ofGrant(await ledger(person))).toHaveLength(2)
  const { data: log } = await call('listAudit', person.api, {
    params: { id: person.accountId },
    query: { action: 'account.grant-ended' },
  })
  expect(log).toHaveLength(1)
  expect(await auditLedger(world.database)).toEqual([])
})

test('PLAN-03 account admins get 404 for these pages, and tenants cannot create grants', async () => {
  const asked = [
    await send(contract.listSystemAccounts, kim.api, { query: {} }),
    await send(contract.changeAccountPlan, kim.api, {
      params: { id: kim.accountId },
      body: { planName: 'Team' },
    }),
    await send(contract.grantAccountCredits, kim.api, {
      params: { id: kim.accountId },
      body: { id: mintId('grant'), credits: 5, frequency: 'once', reason: 'Mine' },
    }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
  const asTenant = (statement: string) =>
    inTenant(world.database, { accountId: kim.accountId, userId: kim.userId }, (trx) =>
      trx.executeQuery({
        sql: statement,
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'grants' },
      }),
    )
  await expect(
    asTenant(
      `insert into credit_grant (account_id, id, amount_milli, frequency, reason) values ('${kim.accountId}', '${mintId('grant')}', 1, 'once', 'x')`,
    ),
  ).rejects.toThrow('permission denied')
  const seen = await asTenant('select id from credit_grant')
  expect(seen.rows).toEqual([])
})

test.each([
  { credits: 0 },
  { credits: 1.5 },
  { credits: 2_000_000_000 },
  { reason: '' },
  { reason: 'a\0b' },
  { frequency: 'daily' },
  { id: 'grant_1' },
])('PLAN-03 a grant with %j is refused with its field', async (wrong) => {
  const response = await fetch(`${world.url}/api/system/accounts/${kim.accountId}/grants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ id: mintId('grant'), credits: 5, frequency: 'once', reason: 'x', ...wrong },
    }),
  })
  const reply = await response.text()
  expect(ErrorReply.parse(JSON.parse(reply)).code).toBe('INVALID_INPUT')
  expect(reply).toContain(`body.${Object.keys(wrong)[0]}`)
})
