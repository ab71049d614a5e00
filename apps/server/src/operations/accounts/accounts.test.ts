import { contract, ErrorReply, mintId, type SystemAccount } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  call,
  readEvents,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { eraseDeletedAccounts } from '../../accounts/index.ts'

let world: World
let admin: TestPerson
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'A secret answer.' }, { finish: 'stop' }])
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail })
  kim = await world.signUp({ name: 'Kim Keeper' })
})
afterAll(() => world.close())

const codeOf = async (reply: Response) => ErrorReply.parse(await reply.json())
const listed = async (query: Record<string, string>): Promise<SystemAccount[]> =>
  (await call('listSystemAccounts', admin.api, { query })).data
const suspend = ({ accountId }: TestPerson, reason = 'Not paid') =>
  call('suspendAccount', admin.api, { params: { id: accountId }, body: { reason } })
const reinstate = ({ accountId }: TestPerson) =>
  call('reinstateAccount', admin.api, { params: { id: accountId } })
const rooms = (person: TestPerson) =>
  send(contract.listRooms, person.api, { params: { accountId: person.accountId } })
const auditOf = async (person: TestPerson) =>
  (await call('listAudit', person.api, { params: { id: person.accountId }, query: {} })).data

test('members of a suspended account get its reason, its list entry says so, and reinstating opens it again', async () => {
  const { data } = await suspend(kim)
  expect(data).toMatchObject({ id: kim.accountId, state: 'suspended', suspendedReason: 'Not paid' })
  expect(await codeOf(await rooms(kim))).toMatchObject({
    statusCode: 403,
    code: 'ACCOUNT_SUSPENDED',
    details: { reason: 'Not paid' },
  })
  expect((await call('listAccounts', kim.api)).data).toMatchObject([{ suspendedReason: 'Not paid' }])
  expect((await send(contract.getUserInfo, kim.api, {})).status, 'the person stays signed in').toBe(200)
  expect((await suspend(kim, 'Another reason')).data.suspendedReason, 'the first reason stays').toBe(
    'Not paid',
  )
  expect((await listed({ state: 'suspended' })).map(({ id }) => id)).toEqual([kim.accountId])
  expect((await listed({ state: 'active' })).map(({ id }) => id)).not.toContain(kim.accountId)
  expect((await reinstate(kim)).data.state).toBe('active')
  expect((await rooms(kim)).status).toBe(200)
  expect((await auditOf(kim)).slice(0, 2)).toMatchObject([
    { action: 'account.reinstated', actorName: 'Sam System' },
    { action: 'account.suspended', details: { reason: 'Not paid' } },
  ])
})

test('a running answer ends within a second of the suspension, and no question is accepted', async () => {
  const held = holdAnswer()
  world.model.script('test-model', held.respond, { times: 1 })
  const { response, turnId } = await kim.ask('A long story?')
  const reading = readEvents(response).catch(() => [])
  await held.asked
  held.say('Half of a story')
  const startedMs = performance.now()
  await suspend(kim)
  await reading
  await vi.waitFor(
    async () => {
      const { rows } = await world.database.pool.query('select state from turn where id = $1', [turnId])
      expect(rows[0]?.state).toBe('stopped')
    },
    { timeout: 5_000, interval: 20 },
  )
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  const { response: refused } = await kim.ask('Another one?')
  expect((await codeOf(refused)).code).toBe('ACCOUNT_SUSPENDED')
  await reinstate(kim)
})

test('an account of a system administrator is neither suspended nor deleted', async () => {
  const params = { id: admin.accountId }
  for (const reply of [
    await send(contract.suspendAccount, admin.api, { params, body: { reason: 'No' } }),
    await send(contract.deleteSystemAccount, admin.api, { params }),
  ])
    expect((await codeOf(reply)).code).toBe('FORBIDDEN')
})

test('a deleted account can be restored by system administrators for 30 days, not by its owner, and is then erased', async () => {
  const pat = await world.signUp({ name: 'Pat Planner' })
  const params = { id: pat.accountId }
  const { data } = await call('deleteSystemAccount', admin.api, { params })
  expect(data.state).toBe('deleted')
  const days = (Date.parse(data.erasedAt ?? '') - Date.now()) / (24 * 60 * 60_000)
  expect(Math.round(days)).toBe(30)
  const outside = { url: pat.api.url, ...(pat.api.token && { token: pat.api.token }) }
  expect((await call('listAccounts', outside)).data).toEqual([])
  expect((await call('listDeletedAccounts', outside)).data).toEqual([])
  expect(
    (await codeOf(await send(contract.restoreAccount, outside, { body: { accountId: pat.accountId } }))).code,
  ).toBe('NOT_FOUND')
  expect((await listed({ search: pat.accountId })).length).toBe(0)
  expect((await listed({ state: 'deleted' })).map(({ id }) => id)).toEqual([pat.accountId])
  const erase = () =>
    eraseDeletedAccounts({
      database: world.database,
      eraseFiles: async () => {},
      eraseRows: async () => {},
    })
  const age = (interval: string) =>
    world.database.pool.query(`update account set deleted_at = now() - $2::interval where id = $1`, [
      pat.accountId,
      interval,
    ])
  await age('29 days')
  expect(await erase()).toBe(0)
  expect((await call('restoreSystemAccount', admin.api, { params })).data.state).toBe('active')
  expect((await rooms(pat)).status).toBe(200)
  await call('deleteSystemAccount', admin.api, { params })
  await age('31 days')
  expect(await erase()).toBe(1)
  expect((await codeOf(await send(contract.restoreSystemAccount, admin.api, { params }))).code).toBe(
    'NOT_FOUND',
  )
})

test('an account that its owner deleted is not shown, changed or restored', async () => {
  const ned = await world.signUp({ name: 'Ned Owner' })
  const params = { id: ned.accountId }
  await call('deleteAccount', ned.api, { params })
  expect(await listed({ state: 'deleted' })).toEqual([])
  for (const endpoint of [
    contract.restoreSystemAccount,
    contract.deleteSystemAccount,
    contract.reinstateAccount,
  ])
    expect((await codeOf(await send(endpoint, admin.api, { params }))).code).toBe('NOT_FOUND')
})

test('ending the sessions of an account signs its members out, and nobody else', async () => {
  const lea = await world.signUp({ name: 'Lea Leader' })
  const { data } = await call('endAccountSessions', admin.api, { params: { id: lea.accountId } })
  expect(data).toEqual({ people: 1 })
  expect((await codeOf(await send(contract.getUserInfo, lea.api, {}))).code).toBe('UNAUTHENTICATED')
  expect((await send(contract.getUserInfo, kim.api, {})).status).toBe(200)
})

test('the list of accounts says when one was last used, and contains no question, text or room', async () => {
  await readEvents((await kim.ask('Is Bluebird a merger?')).response)
  const [account] = await listed({ search: kim.accountId })
  expect(Date.now() - Date.parse(account?.lastUsedAt ?? '')).toBeLessThan(60_000)
  expect(JSON.stringify(await listed({}))).not.toMatch(/Bluebird|secret answer|room_|chat_/)
})

test('jobs of a suspended account pause: no worker has them until it is reinstated', async () => {
  const { chatId, turnId, response } = await kim.ask('Which jobs pause?')
  await readEvents(response)
  const jobId = mintId('invocation')
  await world.database.pool.query(`update turn set state = 'open', ended_at = null where id = $1`, [turnId])
  const { rows } = await world.database.pool.query('select room_id from chat where id = $1', [chatId])
  await world.database.pool.query(
    `insert into agent_job (account_id, id, turn_id, chat_id, room_id, user_id, kind, state, reviews_plan, budget_milli,
       lease_owner, lease_number, lease_expires_at)
     values ($1, $2, $3, $4, $5, $6, 'research', 'running', false, 1000, 'elsewhere', 4, now() + interval '1 hour')`,
    [kim.accountId, jobId, turnId, chatId, rows[0]?.room_id, kim.userId],
  )
  await suspend(kim)
  const found = await world.database.pool.query(
    `select agent_job.state, agent_job.lease_owner, agent_job.lease_number, stop_requested_at from agent_job join turn on turn.id = turn_id where agent_job.id = $1`,
    [jobId],
  )
  expect(found.rows).toEqual([
    { state: 'pending', lease_owner: null, lease_number: 5, stop_requested_at: null },
  ])
})
