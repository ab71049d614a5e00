import { mintId, type RoomId, type Turn } from '@atrium/contract'
import {
  ApiFailure,
  call,
  colleagueOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { auditLedger } from '../../credits/index.ts'
import { warnOfLimits } from '../../credits/limits/warn-of-limits.ts'
import { createLog } from '../../platform/log.ts'

let world: World
let owner: TestPerson
let member: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea is older than coffee.' }, { finish: 'stop' }])
})
beforeEach(async () => {
  owner = await world.signUp({ name: 'Olga Owner' })
  member = await colleagueOf(world, owner, { name: 'Mara Member' })
})
afterAll(() => world.close())

const ofAccount = () => ({ id: owner.accountId })
const limitRoom = (monthlyCreditLimit: number | null, roomId: RoomId = owner.roomId, by = owner) =>
  call('setRoomCreditLimit', by.api, { params: ofAccount(), body: { roomId, monthlyCreditLimit } })
const limitMember = (monthlyCreditLimit: number | null) =>
  call('changeMember', owner.api, {
    params: ofAccount(),
    body: { userId: member.userId, monthlyCreditLimit },
  })
const answerBy = (limitModelId: string | null) =>
  call('changeAccountSettings', owner.api, { params: ofAccount(), body: { limitModelId } })
const limits = async () => (await call('getCreditLimits', owner.api, { params: ofAccount() })).data
const estimate = (person: TestPerson) =>
  call('estimateQuestion', person.api, {
    body: {
      chatId: mintId('chat'),
      parentTurnId: null,
      modelId: 'test-model',
      style: 'quick',
      text: 'Which is older, tea or coffee?',
      pictures: 0,
    },
  })
/** Asks in the general room; the turn, or the code of the refusal. */
async function ask(person: TestPerson): Promise<Turn | string> {
  const { response, chatId, turnId } = await person.ask('Which is older, tea or coffee?')
  if (response.status !== 200) return ((await response.json()) as { code: string }).code
  await readEvents(response)
  const { message: turns } = await call('listTurns', person.api, {
    params: { chatId },
    query: { last: turnId },
  } as never)
  return turns.find((turn) => turn.turnId === turnId) ?? 'gone'
}
const heldFor = async (turnId: string) =>
  (
    await sql<{
      milli: number
    }>`select held_milli::int as milli from credit_hold where turn_id = ${turnId}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.milli
const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error))
const mails = async () =>
  (
    await sql<{ recipient: string; kind: string }>`
      select recipient, kind from mail_outbox where kind like 'credits:limit-%' and recipient in (${owner.email}, ${member.email})
      order by kind, recipient`.execute(world.database.kysely)
  ).rows
const warn = () =>
  warnOfLimits({
    database: world.database,
    siteUrl: 'https://atrium.example',
    unsubscribe: { urlFor: () => 'https://atrium.example/unsubscribe' } as never,
    log: createLog({ level: 'silent' }),
    onChanged: () => undefined,
  })

test('a limit of a room refuses questions there for everybody, and elsewhere nobody', async () => {
  await limitRoom(0.5)
  expect(await ask(member)).toBe('NOT_ENOUGH_CREDITS')
  expect(await ask(owner)).toBe('NOT_ENOUGH_CREDITS')
  const { data: other } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: 'Elsewhere', access_type: 'PRIVATE' },
  })
  owner.api.roomId = other.id
  expect(await ask(owner)).not.toBeTypeOf('string')
  await limitRoom(null)
  expect(await ask(member)).not.toBeTypeOf('string')
  expect(await auditLedger(world.database)).toEqual([])
})

test('parallel questions never hold more than the limit of their room leaves', async () => {
  await limitRoom(10)
  const asked = await Promise.all(Array.from({ length: 8 }, () => member.ask('Tea?')))
  for (const { response } of asked) await response.text()
  const held = await sql<{ milli: number }>`
    select sum(case state when 'open' then held_milli else charged_milli end)::int as milli
    from credit_hold where account_id = ${owner.accountId}`.execute(world.database.kysely)
  expect(held.rows[0]?.milli).toBeLessThanOrEqual(10_000)
})

test('ACC-09 CRED-02 at a limit the model that the account names answers and says so; the estimate is what is held', async () => {
  await answerBy('test-small')
  await limitMember(0.5)
  const { data: estimated } = await estimate(member)
  expect(estimated.modelId).toBe('test-small')
  const turn = await ask(member)
  expect(turn).toMatchObject({ modelId: 'test-small', choice: { reason: 'CREDIT_LIMIT', failed: [] } })
  if (typeof turn === 'string') return
  expect(await heldFor(turn.turnId)).toBe(Math.round(estimated.maxCredits * 1000))

  // Also when nothing at all is left, and in a limited room.
  await limitMember(0)
  expect(await ask(member)).toMatchObject({ modelId: 'test-small' })
  await limitMember(null)
  await limitRoom(0)
  expect(await ask(member)).toMatchObject({ modelId: 'test-small' })
  await limitRoom(1000)
  expect(await ask(member)).toMatchObject({ modelId: 'test-model', choice: null })
})

test('ACC-09 a question that the limit stopped meanwhile is planned again, by the other model', async () => {
  await answerBy('test-small')
  const [first, second] = await Promise.all([1, 2].map(() => limitMember(3).then(() => ask(member))))
  const models = [first, second].map((turn) => (typeof turn === 'object' ? turn.modelId : turn))
  expect(models).not.toContain('NOT_ENOUGH_CREDITS')
})

test('ACC-09 a model for limits that the room does not allow answers nothing', async () => {
  await answerBy('test-small')
  await limitMember(0)
  await call('changeRoom', owner.api, {
    params: { accountId: owner.accountId, roomId: owner.roomId },
    body: { allowedModelIds: ['test-model'] },
  })
  expect(await ask(member)).toBe('CREDITS_EXHAUSTED')
  expect(await answerBy('no-such-model').catch(codeOf)).toBe('INVALID_INPUT')
})

test('80 % of a limit warns the member and the admins, of a room the admins, once a month', async () => {
  await limitMember(100)
  await limitRoom(100)
  const spend = (milli: number) =>
    sql`
      insert into credit_hold (account_id, turn_id, user_id, held_milli, charged_milli, state, closed_at, room_id)
      values (${owner.accountId}, ${mintId('turn')}, ${member.userId}, ${milli}, ${milli}, 'settled', now(), ${owner.roomId})`.execute(
      world.database.kysely,
    )
  await spend(79_999)
  await warn()
  expect(await mails()).toEqual([])
  expect((await limits()).members).toMatchObject([
    { userId: member.userId, limit: 100, used: 79.999, isWarned: false },
  ])
  await spend(1)
  await Promise.all([warn(), warn()])
  await warn()
  expect(await mails()).toEqual([
    { recipient: owner.email, kind: 'credits:limit-member' },
    { recipient: member.email, kind: 'credits:limit-own' },
    { recipient: owner.email, kind: 'credits:limit-room' },
  ])
  expect(await limits()).toMatchObject({
    members: [{ isWarned: true }],
    rooms: [{ roomId: owner.roomId, limit: 100, used: 80, isWarned: true }],
  })
})

test('ACC-09 R01 members neither see nor set limits; a private room of others is not found', async () => {
  expect(await call('getCreditLimits', member.api, { params: ofAccount() }).catch(codeOf)).toBe('FORBIDDEN')
  expect(await limitRoom(5, owner.roomId, member).catch(codeOf)).toBe('FORBIDDEN')
  const stranger = await world.signUp()
  expect(await limitRoom(5, stranger.roomId).catch(codeOf)).toBe('NOT_FOUND')
  expect((await limits()).rooms).toEqual([])
})
