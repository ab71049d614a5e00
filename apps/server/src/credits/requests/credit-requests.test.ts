import type { CreditRequestId, SystemCreditDecision } from '@atrium/contract'
import {
  ApiFailure,
  call,
  colleagueOf,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let system: TestPerson
let owner: TestPerson
let member: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  system = await world.signUp({ email: systemAdminEmail })
})
beforeEach(async () => {
  owner = await world.signUp({ name: 'Olu Owner' })
  member = await colleagueOf(world, owner, { name: 'Mira Member' })
})
afterAll(() => world.close())

const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error))
const ofAccount = () => ({ id: owner.accountId })
const ask = (person = member, reason = 'The quarterly report') =>
  call('requestCredits', person.api, { params: ofAccount(), body: { reason } })
const open = async () => (await call('listCreditRequests', owner.api, { params: ofAccount() })).data
const own = async (person = member) =>
  (await call('ownCreditRequest', person.api, { params: ofAccount() })).data
type Decision =
  | { decision: 'approve'; credits: number; frequency?: 'once' | 'monthly' }
  | { decision: 'refuse'; answer: string }
const decide = (requestId: CreditRequestId, body: Decision, by = owner) =>
  call('decideCreditRequest', by.api, { params: { ...ofAccount(), requestId }, body })
const decideAsSystem = (requestId: CreditRequestId, body: SystemCreditDecision, by = system) =>
  call('decideSystemCreditRequest', by.api, { params: { requestId }, body })
const systemRequests = async () => (await call('listSystemCreditRequests', system.api)).data
const left = async (holder: string) =>
  (
    await sql<{ milli: number }>`
      select available_milli as milli from credit_balance where account_id = ${owner.accountId} and holder = ${holder}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.milli ?? 0
const grants = async (requestId: string) =>
  (
    await sql<{ holder: string; milli: number }>`
      select holder, amount_milli as milli from credit_entry where reference = ${`extra:${requestId}`} order by holder`.execute(
      world.database.kysely,
    )
  ).rows
/** Empties a holder's balance, with a ledger entry. */
const empty = (holder: string) =>
  sql`with gone as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select account_id, holder, 'expire', -available_milli, 'month:test' from credit_balance
      where account_id = ${owner.accountId} and holder = ${holder} and available_milli > 0)
    update credit_balance set available_milli = 0 where account_id = ${owner.accountId} and holder = ${holder}`.execute(
    world.database.kysely,
  )
const audited = async () =>
  (await call('listAudit', owner.api, { params: ofAccount(), query: { object_id: member.userId } })).data.map(
    ({ action }) => action,
  )
const mailTo = (email: string, part: string) =>
  world.inbox.waitFor(
    ({ to, subject }) => JSON.stringify(to).includes(email) && (subject ?? '').includes(part),
  )

test('CHAT-14 a member asks for credits, an admin approves an amount, and the member can ask models again; both are in the audit log', async () => {
  await empty(member.userId)
  const { data: request } = await ask()
  expect(request).toMatchObject({ state: 'open', name: 'Mira Member', reason: 'The quarterly report' })
  expect((await mailTo(owner.email, 'is requesting credits')).text).toContain('The quarterly report')
  expect((await open()).requests.map(({ requestId }) => requestId)).toEqual([request.requestId])
  expect(await systemRequests()).toEqual([])

  const teamBefore = await left('team')
  const { data: decided } = await decide(request.requestId, { decision: 'approve', credits: 25 })
  expect(decided).toMatchObject({ state: 'approved', granted: 25 })
  expect([await left(member.userId), await left('team')]).toEqual([25_000, teamBefore])
  await mailTo(member.email, '25 more credits')
  expect(await own()).toMatchObject({ state: 'approved', granted: 25, answer: null })
  expect((await open()).requests).toEqual([])
  expect(await audited()).toEqual(expect.arrayContaining(['credits.requested', 'credits.granted']))
  const { response } = await member.ask('What is new?')
  expect(response.status).toBe(200)
  await response.text()
})

test('CHAT-14 a request is refused with a note, which the member gets', async () => {
  const { data: request } = await ask()
  await decide(request.requestId, { decision: 'refuse', answer: 'Please use a smaller model.' })
  expect(await own()).toMatchObject({ state: 'refused', answer: 'Please use a smaller model.' })
  expect((await mailTo(member.email, 'was declined')).text).toContain('Please use a smaller model.')
  expect(await grants(request.requestId)).toEqual([])
  expect(await audited()).toContain('credits.refused')
})

test('CHAT-14 a person has one open request, and at most five per day', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask().then(() => 'open', codeOf)))
  expect(answers.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'CREDIT_REQUEST_OPEN'), 'open'])
  for (let asked = 1; asked < 5; asked += 1) {
    const [waiting] = (await open()).requests
    if (waiting) await decide(waiting.requestId, { decision: 'refuse', answer: 'No.' })
    await ask()
  }
  const [last] = (await open()).requests
  if (last) await decide(last.requestId, { decision: 'refuse', answer: 'No.' })
  expect(await ask().catch(codeOf)).toBe('RATE_LIMITED')
})

test('CHAT-14 ten concurrent decisions grant the credits once', async () => {
  const { data: request } = await ask()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      decide(request.requestId, { decision: 'approve', credits: 7 }).then(() => 'granted', codeOf),
    ),
  )
  expect(replies.filter((reply) => reply === 'granted')).toHaveLength(1)
  expect(replies.filter((reply) => reply === 'CREDIT_REQUEST_DECIDED')).toHaveLength(9)
  expect(await grants(request.requestId)).toEqual([{ holder: member.userId, milli: 7000 }])
})

test("CHAT-14 account admins only distribute the account's credits; for an empty account system administrators decide", async () => {
  await empty('team')
  const { data: request } = await ask()
  await mailTo(systemAdminEmail, 'is requesting credits')
  expect(await decide(request.requestId, { decision: 'approve', credits: 1 }).catch(codeOf)).toBe(
    'ACCOUNT_OUT_OF_CREDITS',
  )
  expect((await systemRequests()).map(({ requestId, accountId }) => [requestId, accountId])).toEqual([
    [request.requestId, owner.accountId],
  ])
  for (const person of [owner, member])
    expect(
      await decideAsSystem(request.requestId, { decision: 'approve', credits: 9 }, person).catch(codeOf),
    ).toBe('NOT_FOUND')
  await decideAsSystem(request.requestId, { decision: 'approve', credits: 30 })
  expect(await grants(request.requestId)).toEqual([
    { holder: 'team', milli: 30_000 },
    { holder: member.userId, milli: 30_000 },
  ])
  expect(await left('team')).toBe(30_000)
  expect(await systemRequests()).toEqual([])
})

test('ACC-09 credits granted on request are added to a member’s limit for this month', async () => {
  await call('changeMember', owner.api, {
    params: ofAccount(),
    body: { userId: member.userId, monthlyCreditLimit: 0 },
  })
  const refused = await member.ask('What is new?')
  expect(await refused.response.text()).toContain('CREDITS')
  const { data: request } = await ask()
  await decide(request.requestId, { decision: 'approve', credits: 20 })
  const { response } = await member.ask('What is new?')
  expect(response.status).toBe(200)
  await response.text()
})

test('ACC-09 CHAT-14 credits approved monthly raise the limit and the credits of every month until an admin changes them', async () => {
  await empty(member.userId)
  const change = async (body: { monthlyCreditLimit?: number | null; monthlyExtraCredits?: number }) =>
    (await call('changeMember', owner.api, { params: ofAccount(), body: { userId: member.userId, ...body } }))
      .data
  await change({ monthlyCreditLimit: 10 })
  const { data: request } = await ask()
  const { data: decided } = await decide(request.requestId, {
    decision: 'approve',
    credits: 25,
    frequency: 'monthly',
  })
  expect(decided).toMatchObject({ state: 'approved', granted: 25, frequency: 'monthly' })
  expect((await mailTo(member.email, '25 more credits every month')).text).toContain('every month')
  expect(await left(member.userId)).toBe(25_000)
  const limits = async () =>
    (await call('getCreditLimits', owner.api, { params: ofAccount() })).data.members.map(({ limit }) => limit)
  expect(await limits()).toEqual([35])
  const { data: entries } = await call('listAudit', owner.api, {
    params: ofAccount(),
    query: { object_id: member.userId },
  })
  expect(entries.find(({ action }) => action === 'credits.granted')?.details).toMatchObject({
    credits: 25,
    frequency: 'monthly',
  })

  // Next month the limit is still raised, unlike after an approval for once.
  await sql`update credit_request set decided_at = decided_at - interval '40 days' where id = ${request.requestId}`.execute(
    world.database.kysely,
  )
  expect(await limits()).toEqual([35])

  expect(await change({ monthlyExtraCredits: 40 })).toMatchObject({ monthlyExtraCredits: 40 })
  expect(await left(member.userId)).toBe(40_000)
  expect(await change({ monthlyExtraCredits: 0 })).toMatchObject({ monthlyExtraCredits: 0 })
  expect([await limits(), await left(member.userId)]).toEqual([[10], 40_000])
  expect(await audited()).toEqual(expect.arrayContaining(['member.extra-changed']))
})

test("CHAT-14 members neither see nor decide others' requests, and a removed member's request ends", async () => {
  const other = await colleagueOf(world, owner, { name: 'Otto Other' })
  const { data: request } = await ask()
  expect(await call('listCreditRequests', other.api, { params: ofAccount() }).catch(codeOf)).toBe('FORBIDDEN')
  expect(await decide(request.requestId, { decision: 'approve', credits: 5 }, other).catch(codeOf)).toBe(
    'FORBIDDEN',
  )
  expect(await own(other)).toBeNull()
  const stranger = await world.signUp()
  const elsewhere = { id: stranger.accountId, requestId: request.requestId }
  expect(
    await call('decideCreditRequest', stranger.api, {
      params: elsewhere,
      body: { decision: 'approve', credits: 5 },
    }).catch(codeOf),
  ).toBe('NOT_FOUND')

  await call('removeMember', owner.api, { params: ofAccount(), query: { userId: member.userId } })
  expect((await open()).requests).toEqual([])
  expect(await decide(request.requestId, { decision: 'approve', credits: 5 }).catch(codeOf)).toBe(
    'CREDIT_REQUEST_DECIDED',
  )
})

test('LIFE-08 people who turned mail off get none', async () => {
  await call('changeUser', owner.api, { body: { emailFrequency: 'NEVER' } })
  await ask()
  const { rows } =
    await sql`select id from mail_outbox where recipient = ${owner.email} and kind like 'credits:%'`.execute(
      world.database.kysely,
    )
  expect(rows).toEqual([])
})
