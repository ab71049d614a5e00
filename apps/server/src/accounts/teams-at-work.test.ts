import { type AskQuestion, contract } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { ApiFailure, call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { eraseLogs, eraseOldChats } from '../chats/index.ts'
import { eraseDeletedAccounts } from './index.ts'

let world: World
let owner: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  owner = await world.signUp({ name: 'Olu Owner' })
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

/** A person who was invited by mail, followed the link and accepted. */
async function invited(name: string): Promise<TestPerson> {
  const person = await world.signUp({ name, withAccount: false })
  await call('inviteMember', owner.api, { params: { id: owner.accountId }, body: { email: person.email } })
  const mail = await world.inbox.waitFor(
    (received) =>
      JSON.stringify(received.to).includes(person.email) && (received.text ?? '').includes('/public-invite/'),
  )
  const token = /\/public-invite\/join\/([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
  const shown = await call('showInvite', { url: world.url }, { params: { token } })
  expect(shown.data).toMatchObject({
    kind: 'email',
    accountName: "Olu's team",
    inviterName: 'Olu O.',
  })
  const { account } = (await call('joinByInvite', person.api, { params: { token } })).data
  Object.assign(person.api, { accountId: account.id, roomId: owner.roomId })
  return person
}
const words = (text: string) => [{ text }, { finish: 'stop' as const }]
const answered = async (person: TestPerson, more: Partial<AskQuestion> = {}) => {
  world.model.script('test-model', words('Yes.'))
  const asked = await person.ask('Is it so?', more)
  await readEvents(asked.response)
  return asked
}
const refusalOf = async (response: Response) => ((await response.json()) as { code: string }).code
const endsWithinMs = async (response: Response) => {
  const startedMs = performance.now()
  await response.text().catch(() => '')
  return performance.now() - startedMs
}
const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(world.database.kysely)

test('ACC-05 accepting a mailed invitation brings the month’s credits, and the member can ask at once', async () => {
  const member = await invited('Mira Member')
  const { message } = await call('getUserInfo', member.api)
  expect(message.balanceUserCredits).toBeGreaterThan(0)
  const { response } = await answered(member)
  expect(response.status).toBe(200)
})

test('ACC-07 removing a member closes their open answer and notices within a second, and stops the answer', async () => {
  const member = await invited('Rik Removed')
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await member.ask('A long question?')
  await answer.asked
  answer.say('One ')
  const notices = await send(contract.readNotices, member.api)
  const cut = Promise.all([endsWithinMs(response), endsWithinMs(notices)])
  await call('removeMember', owner.api, { params: { id: owner.accountId }, query: { userId: member.userId } })
  const removedMs = performance.now()
  await cut
  expect(performance.now() - removedMs).toBeLessThan(1000)
  await vi.waitFor(async () => {
    const found = await run(sql<{ state: string }>`select state from turn where id = ${turnId}`)
    expect(found.rows).toEqual([{ state: 'stopped' }])
  })
  expect(await refusalOf(await send(contract.readAnswer, member.api, { params: { turnId } }))).toBe(
    'NOT_A_MEMBER',
  )
  answer.finish()
})

test('ACC-07 a removal on another node closes the streams of this one within a second', async () => {
  const member = await invited('Noa Member')
  const notices = await send(contract.readNotices, member.api)
  await run(sql`delete from membership where account_id = ${owner.accountId} and user_id = ${member.userId}`)
  expect(await endsWithinMs(notices)).toBeLessThan(1000)
})

test('ACC-08 models that are not allowed are neither listed nor asked, for anybody; the default is the account’s', async () => {
  const member = await invited('Mo Model')
  const settings = { params: { id: owner.accountId } }
  const { models } = (await call('getAccountSettings', owner.api, settings)).data
  expect(models.map((model) => model.modelId)).toContain('test-small')
  await call('changeAccountSettings', owner.api, {
    ...settings,
    body: { allowedModelIds: ['test-model', 'test-with-fallback'], defaultModelId: 'test-with-fallback' },
  })
  const listed = (await call('listModels', member.api)).message
  expect(listed.map((model) => [model.modelId, model.system_default])).toEqual([
    ['auto', false],
    ['test-model', false],
    ['test-with-fallback', true],
  ])
  for (const person of [member, owner]) {
    const refused = await person.ask('May I?', { modelId: 'test-responses' })
    expect(await refusalOf(refused.response)).toBe('MODEL_NOT_AVAILABLE')
  }
  expect(JSON.stringify(world.model.requests())).not.toContain('May I?')
  expect((await answered(member)).response.status).toBe(200)
  expect((await answered(member, { modelId: 'auto' })).response.status).toBe(200)
  const used = await run(
    sql<{ model_id: string }>`select distinct model_id from turn where asked_by = ${member.userId}`,
  )
  expect(
    used.rows.map((row) => row.model_id).every((id) => ['test-model', 'test-with-fallback'].includes(id)),
  ).toBe(true)
  await call('changeAccountSettings', owner.api, {
    ...settings,
    body: { allowedModelIds: null, defaultModelId: null },
  })
})

test('ACC-09 a member asks within their monthly limit and not beyond; their balance shows the rest of it', async () => {
  const member = await invited('Lim Limited')
  const limit = (monthlyCreditLimit: number | null) =>
    call('changeMember', owner.api, {
      params: { id: owner.accountId },
      body: { userId: member.userId, monthlyCreditLimit },
    })
  const balance = async () => (await call('getUserInfo', member.api)).message.balanceUserCredits
  const before = await balance()
  await limit(0)
  expect(await balance()).toBe(0)
  expect(await refusalOf((await member.ask('Anything?')).response)).toBe('CREDITS_EXHAUSTED')
  await limit(0.001)
  expect(await refusalOf((await member.ask('Anything?')).response)).toBe('NOT_ENOUGH_CREDITS')
  await limit(50)
  expect(await balance()).toBe(50)
  await answered(member)
  await vi.waitFor(async () => expect(await balance()).toBeLessThan(50))
  const left = await balance()
  expect(left).toBeGreaterThan(49)
  await run(
    sql`update credit_hold set created_at = created_at - interval '32 days' where user_id = ${member.userId}`,
  )
  expect(await balance()).toBe(50)
  await limit(null)
  expect(await balance()).toBeCloseTo(before - (50 - left), 6)
})

test("ACC-08 chats older than the account's retention period are erased with all their content", async () => {
  const [old, young] = [await answered(owner), await answered(owner)]
  await vi.waitFor(async () => {
    const open = await run(
      sql`select from turn where state = 'open' and chat_id in (${old.chatId}, ${young.chatId})`,
    )
    expect(open.rows).toEqual([])
  })
  await run(sql`update chat set asked_at = now() - interval '31 days' where id = ${old.chatId}`)
  await eraseOldChats(world.database)
  const chats = async () =>
    (await run(sql<{ id: string }>`select id from chat where id in (${old.chatId}, ${young.chatId})`)).rows
  expect(await chats()).toHaveLength(2)
  await call('changeAccountSettings', owner.api, {
    params: { id: owner.accountId },
    body: { chatRetentionDays: 30 },
  })
  expect(await eraseOldChats(world.database)).toBe(1)
  expect(await chats()).toEqual([{ id: young.chatId }])
  for (const table of ['turn', 'message', 'turn_log'])
    expect(
      (
        await run(
          sql`select from ${sql.table(table)} as kept where to_jsonb(kept)::text like ${`%${table === 'turn_log' ? old.turnId : old.chatId}%`}`,
        )
      ).rows,
      table,
    ).toEqual([])
})

test('ACC-08 C09 deleting an account ends its answers and streams at once; after seven days everything is erased', async () => {
  const other = await world.signUp({ name: 'Della Deleter' })
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await other.ask('Still there?')
  await answer.asked
  const ended = endsWithinMs(response)
  await call('deleteAccount', other.api, { params: { id: other.accountId } })
  expect(await ended).toBeLessThan(2000)
  const { data } = await call('listDeletedAccounts', { url: world.url, token: other.api.token ?? '' })
  expect(data.map((account) => account.id)).toEqual([other.accountId])
  await expect(call('listRooms', other.api, { params: { accountId: other.accountId } })).rejects.toThrow(
    ApiFailure,
  )
  await vi.waitFor(async () => {
    const found = await run(sql<{ state: string }>`select state from turn where id = ${turnId}`)
    expect(found.rows).toEqual([{ state: 'stopped' }])
  })
  answer.finish()
  await run(sql`update account set deleted_at = now() - interval '8 days' where id = ${other.accountId}`)
  await eraseDeletedAccounts({ database: world.database, eraseFiles: async () => {}, eraseRows: eraseLogs })
  const tables = await run(sql<{ name: string }>`
    select table_name as name from information_schema.columns where column_name = 'account_id' and table_schema = 'public'
      and table_name <> 'identity_credential'`)
  expect(tables.rows.length).toBeGreaterThan(10)
  for (const { name } of tables.rows)
    expect(
      (await run(sql`select from ${sql.table(name)} where account_id = ${other.accountId}`)).rows,
      name,
    ).toEqual([])
})
