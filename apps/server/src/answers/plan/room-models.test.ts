import {
  type AskQuestion,
  type AnswerStart,
  type ErrorCode,
  mintId,
  type RoomId,
  type StreamPart,
} from '@atrium/contract'
import { ApiFailure, call, endOf, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
let room: RoomId
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(async () => {
  await namesAreGiven()
  world.model.reset()
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  await allowInAccount(null)
  await call('setAutoOptions', kim.api, { body: { preference: 'balanced', modelIds: null } })
  room = await newRoom(null)
})
afterAll(() => world.close())

/** A model names chats too, possibly after the answer has been read. */
const namesAreGiven = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select name from pgboss.job where state in ('created', 'retry', 'active') and name = 'name-chat'`.execute(
      world.database.kysely,
    )
    expect(rows).toEqual([])
  }, 60_000)

/** Creates a room with allowed models, and makes it the active one. */
async function newRoom(allowedModelIds: string[] | null): Promise<RoomId> {
  const { data } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Room ${mintId('message')}`, access_type: 'PRIVATE', allowedModelIds },
  })
  Object.assign(kim.api, { roomId: data.id })
  return data.id
}
const allow = (allowedModelIds: string[] | null) =>
  call('changeRoom', kim.api, {
    params: { accountId: kim.accountId, roomId: room },
    body: { allowedModelIds },
  })
const allowInAccount = (allowedModelIds: string[] | null) =>
  call('changeAccountSettings', kim.api, { params: { id: kim.accountId }, body: { allowedModelIds } })

type More = Partial<AskQuestion>
async function ask(more: More = {}) {
  const asked = await kim.ask('Tea or coffee?', more)
  return { ...asked, events: (await readEvents(asked.response)).events }
}
const startsOf = (events: { part: StreamPart }[]): AnswerStart[] =>
  events.flatMap(({ part }) =>
    part.type === 'start' || part.type === 'message-metadata' ? [part.messageMetadata] : [],
  )
const answeredBy = async (more: More = {}) => startsOf((await ask(more)).events).at(-1)?.modelId
const refused = async (more: More = {}) => {
  const { response } = await kim.ask('Tea or coffee?', more)
  return ((await response.json()) as { code?: ErrorCode }).code
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : error),
  )
/** The models requested from the provider, for answers or chat names. */
const asked = () => world.model.requests().map(({ model }) => model)

test('a room uses only its allowed models; the provider of another is never called', async () => {
  await allow(['test-responses'])
  expect(await refused({ modelId: 'sandbox-writer' })).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect(asked()).toEqual([])
  expect(await answeredBy({ modelId: 'test-responses' })).toBe('test-responses')
  await allow(null)
  expect(await answeredBy({ modelId: 'sandbox-writer' })).toBe('sandbox-writer')
})

test("MODEL-07 Auto chooses among the room's models, and offers only those as alternatives", async () => {
  await call('setAutoOptions', kim.api, {
    body: { preference: 'balanced', modelIds: ['sandbox-writer', 'test-responses', 'test-messages'] },
  })
  expect(await answeredBy({ modelId: 'auto' })).toBe('sandbox-writer')
  await allow(['test-responses', 'test-messages'])
  const { events, turnId } = await ask({ modelId: 'auto' })
  const start = startsOf(events).at(-1)
  expect(new Set([start?.modelId, start?.choice?.alternative?.modelId])).toEqual(
    new Set(['test-messages', 'test-responses']),
  )
  const { rows } = await sql<{ ids: string[] }>`
    select array(select jsonb_array_elements(decision->'candidates')->>'modelId' order by 1) as ids
    from answer_choice where turn_id = ${turnId}`.execute(world.database.kysely)
  expect(rows).toEqual([{ ids: ['test-messages', 'test-responses'] }])
  await allow(['test-small'])
  expect(await answeredBy({ modelId: 'auto' })).toBe('test-small')
})

test('MODEL-07 B35 a model that the room does not allow is no fallback', async () => {
  world.model.script('broken-model', [{ drop: true }])
  await allow(['test-with-fallback', 'test-model'])
  expect(await answeredBy({ modelId: 'test-with-fallback' })).toBe('test-model')
  await namesAreGiven()
  await allow(['test-with-fallback'])
  world.model.reset()
  world.model.script('broken-model', [{ drop: true }])
  const { events } = await ask({ modelId: 'test-with-fallback' })
  expect(startsOf(events)).toHaveLength(1)
  expect(endOf(events)?.state).toBe('failed')
  // The model itself is retried twice, since it may recover; there is no fallback.
  expect(asked()).toEqual(['broken-model', 'broken-model', 'broken-model'])
})

test("regenerating follows the room's current models, even for the model that answered before", async () => {
  const { chatId, turnId } = await ask({ modelId: 'test-model' })
  await allow(['test-responses'])
  const again = (modelId: string) => ({ chatId, modelId, ask: { kind: 'regenerate' as const, turnId } })
  expect(await refused(again('test-model'))).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect(await answeredBy(again('test-responses'))).toBe('test-responses')
})

test("the chat's room decides, whichever room the request names", async () => {
  await allow(['test-responses'])
  const { chatId, turnId } = await ask({ modelId: 'test-responses' })
  await newRoom(null)
  expect(await refused({ chatId, parentTurnId: turnId, modelId: 'test-model' })).toBe(
    'MODEL_NOT_ALLOWED_IN_ROOM',
  )
})

test("estimates and summaries use only the room's models", async () => {
  await allow(['test-responses'])
  const { chatId, turnId } = await ask({ modelId: 'test-responses' })
  const estimate = (modelId: string) =>
    call('estimateQuestion', kim.api, {
      body: { chatId, parentTurnId: turnId, modelId, style: 'quick', text: 'Milk?', pictures: 0 },
    })
  expect(await refusal(estimate('test-model'))).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect((await estimate('auto')).data.modelId).toBe('test-responses')
  const summarise = (modelId: string) =>
    call('summariseChat', kim.api, { params: { chatId }, body: { lastTurnId: turnId, modelId } })
  expect(await refusal(summarise('test-model'))).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
})

test("shaping uses only the room's models", async () => {
  const { turnId } = await ask({ modelId: 'test-model' })
  await allow(['test-responses'])
  await namesAreGiven()
  const before = asked().length
  const improve = (modelId: string) =>
    call('magicWrite', kim.api, { body: { shapingId: mintId('shaping'), text: 'tea', modelId } })
  const work = (modelId: string) =>
    call('customPrompt', kim.api, {
      body: { shapingId: mintId('shaping'), turnId, action: 'improve', text: 'tea', modelId },
    })
  expect(await refusal(improve('test-model'))).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect(await refusal(work('test-model'))).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect(
    await refusal(call('suggestFollowups', kim.api, { body: { shapingId: mintId('shaping'), turnId } })),
  ).toBe('MODEL_NOT_ALLOWED_IN_ROOM')
  expect(asked()).toHaveLength(before)
})

test('CHAT-08 a mention cannot select a model that the room does not allow', async () => {
  await allow(['test-responses'])
  const messageId = mintId('message')
  const text = '@a @b'
  const mentions = ['test-responses', 'test-model'].map((id, index) => ({
    kind: 'model' as const,
    id,
    start: index * 3,
    length: 2,
  }))
  await ask({ modelId: 'test-responses', ask: { kind: 'question', messageId, text, mentions } })
  const { rows } = await sql<{ ids: string[] }>`
    select array(select jsonb_array_elements(mentions)->>'id') as ids from message where id = ${messageId}`.execute(
    world.database.kysely,
  )
  expect(rows).toEqual([{ ids: ['test-responses'] }])
})

test("ACC-08 MODEL-03 the account's rules take precedence over the room's, and a room without any model says so", async () => {
  await allow(['test-responses', 'test-model'])
  await allowInAccount(['test-model', 'test-messages'])
  expect(await refused({ modelId: 'test-responses' })).toBe('MODEL_NOT_AVAILABLE')
  expect(await answeredBy({ modelId: 'auto' })).toBe('test-model')
  await allowInAccount(['test-messages'])
  for (const modelId of ['auto', 'test-model', 'test-messages'])
    expect(await refused({ modelId })).toBe('NO_MODEL_ALLOWED_IN_ROOM')
  const listed = (await call('listModels', kim.api, {})).message
  expect(listed.map(({ modelId, unavailableReason }) => [modelId, unavailableReason])).toEqual([
    ['auto', 'NONE_ALLOWED_IN_ROOM'],
    ['test-messages', 'NOT_ALLOWED_IN_ROOM'],
  ])
})

test("MODEL-03 MODEL-04 a room's model list says what it does not allow, and another person's private room is not found", async () => {
  await allow(['test-responses'])
  const { message } = await call('listModels', kim.api, {})
  expect(message.filter(({ isAvailable }) => isAvailable).map(({ modelId }) => modelId)).toEqual([
    'auto',
    'test-responses',
  ])
  expect(message.find(({ modelId }) => modelId === 'test-model')).toMatchObject({
    isAvailable: false,
    unavailableReason: 'NOT_ALLOWED_IN_ROOM',
    system_default: false,
  })
  expect(message[0]).toMatchObject({ modelId: 'auto', system_default: true })
  const mai = await world.signUp({ name: 'Mai Example' })
  Object.assign(mai.api, { roomId: room })
  expect(await refusal(call('listModels', mai.api, {}))).toBe('NOT_FOUND')
})

test('a model that its room allows names a chat, and no other of its provider', async () => {
  await allow(['test-with-fallback'])
  const { chatId } = await ask({ modelId: 'test-with-fallback' })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ source: string }>`
      select title_source as source from chat where id = ${chatId}`.execute(world.database.kysely)
    expect(rows).toEqual([{ source: 'automatic' }])
  })
  expect(asked()).toEqual(['broken-model', 'broken-model'])
})
