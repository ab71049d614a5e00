import { type AnswerStart, type StreamPart, type TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  ApiFailure,
  call,
  checkInvariants,
  endOf,
  readEvents,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { decisionsOfAuto } from '../../chats/index.ts'
import type { AutoDecision, DecisionRecord } from '../../models/index.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const words = (...texts: string[]) => [...texts.map((text) => ({ text })), { finish: 'stop' as const }]
const auto = { modelId: 'auto' }
const preferAuto = (modelIds: string[] | null, person = kim) =>
  call('setAutoOptions', person.api, { body: { preference: 'balanced', modelIds } })
/** The announced models, in order. */
const startsOf = (events: { part: StreamPart }[]): AnswerStart[] =>
  events.flatMap(({ part }) =>
    part.type === 'start' || part.type === 'message-metadata' ? [part.messageMetadata] : [],
  )
const decisionOf = async (turnId: TurnId): Promise<AutoDecision | null | undefined> =>
  (
    await sql<{
      decision: AutoDecision | null
    }>`select decision from answer_choice where turn_id = ${turnId}`.execute(world.database.kysely)
  ).rows[0]?.decision
const turnOf = async (chatId: Parameters<TestPerson['ask']>[1] & object, person = kim) =>
  (await call('getChat', person.api, { params: { chatId: chatId.chatId! } })).message.turns[0]
/** The model that the log announced last. */
const lastStartOf = async (turnId: TurnId): Promise<AnswerStart | undefined> => {
  const { rows } = await sql<{ events: string }>`
    select events from turn_log where turn_id = ${turnId} order by first_event_id`.execute(
    world.database.kysely,
  )
  const parts = rows.flatMap(({ events }) => JSON.parse(events) as StreamPart[])
  return startsOf(parts.map((part) => ({ part }))).at(-1)
}
const holdsOf = async (turnId: TurnId) =>
  (
    await sql<{
      state: string
      charged_milli: number
    }>`select state, charged_milli from credit_hold where turn_id = ${turnId}`.execute(world.database.kysely)
  ).rows

test('MODEL-07 an answer by Auto says which model answers, why, and what the alternatives are; the stored turn has the same', async () => {
  await preferAuto(['test-model', 'test-messages'])
  world.model.script('test-model', words('Hello.'))
  const { response, chatId, turnId } = await kim.ask('A question about marmalade', { ...auto, style: 'deep' })
  const [start] = startsOf((await readEvents(response)).events)
  expect(start).toMatchObject({
    modelId: 'test-messages',
    choice: {
      reason: 'BALANCED',
      alternative: { modelId: 'test-model', modelName: 'Test model' },
      failed: [],
    },
  })
  expect(await turnOf({ chatId })).toMatchObject({
    requestedModelId: 'auto',
    modelId: 'test-messages',
    choice: start?.choice,
  })

  const decision = await decisionOf(turnId)
  expect(decision).toMatchObject({
    version: 1,
    needs: { style: 'deep', preference: 'balanced', traits: { language: 'en', hasCode: false } },
    modelId: 'test-messages',
    reason: 'BALANCED',
  })
  expect(decision?.needs.availableMilli).toBe(200_000)
  expect(decision?.candidates.map(({ modelId }) => modelId).toSorted()).toEqual([
    'test-messages',
    'test-model',
  ])
  expect(JSON.stringify(decision)).not.toMatch(/marmalade|user_|account_/)
})

test("MODEL-07 the question's content decides: Think Deeper and length apply where the model supports them", async () => {
  await preferAuto(['test-small', 'test-responses', 'sandbox-writer'])
  world.model.script('*', words('Yes.'))
  const askAuto = async (question: string, style: 'quick' | 'deep') => {
    const [start] = startsOf(
      (await readEvents((await kim.ask(question, { ...auto, style })).response)).events,
    )
    return [start?.modelId, start?.choice?.reason]
  }
  expect(await askAuto('Short?', 'quick')).toEqual(['sandbox-writer', 'BALANCED'])
  expect(await askAuto('Short?', 'deep')).toEqual(['test-responses', 'THINK_DEEPER'])
  await preferAuto(['test-small', 'test-with-fallback'])
  expect(await askAuto('Short?', 'quick')).toEqual(['test-with-fallback', 'LENGTH'])
})

test('MODEL-07 a model chosen by a person shows no reason, and no decision is stored', async () => {
  world.model.script('test-model', words('Hello.'))
  const { response, chatId, turnId } = await kim.ask('Hello?')
  expect(startsOf((await readEvents(response)).events)).toMatchObject([{ choice: null }])
  expect(await turnOf({ chatId })).toMatchObject({ choice: null })
  expect(await decisionOf(turnId)).toBeUndefined()
})

test('MODEL-02 MODEL-07 Auto uses only models that its asker and the account allow', async () => {
  const mai = await world.signUp({ name: 'Mai Example' })
  world.model.script('*', words('Hello.'))
  const askedOf = async () =>
    startsOf((await readEvents((await mai.ask('Hello?', auto)).response)).events)[0]?.modelId
  await preferAuto(['test-responses', 'no-such-model'], mai)
  expect(await askedOf()).toBe('test-responses')
  await preferAuto(['no-such-model'], mai)
  expect(await askedOf()).toBe('sandbox-writer')
  await preferAuto(['test-responses', 'test-model'], mai)
  await call('changeAccountSettings', mai.api, {
    params: { id: mai.accountId },
    body: { allowedModelIds: ['test-model'] },
  })
  expect(await askedOf()).toBe('test-model')
})

test('B35 MODEL-07 a model that fails before its first word is followed by the next: announced, stored, and charged once', async () => {
  await preferAuto(['sandbox-writer', 'test-model', 'test-messages'])
  world.model.script('sandbox-writer', [{ drop: true }])
  world.model.script('test-model', words('I stepped in.'))
  const { response, chatId, turnId } = await kim.ask('Who answers?', auto)
  const { events } = await readEvents(response)
  expect(textOf(events)).toBe('I stepped in.')
  const writer = { modelId: 'sandbox-writer', modelName: 'Sandbox Writer' }
  const [first, second] = startsOf(events)
  expect(first).toMatchObject({ modelId: 'sandbox-writer', choice: { failed: [] } })
  expect(second).toMatchObject({
    modelId: 'test-messages',
    choice: { reason: 'BALANCED', alternative: { modelId: 'test-model' }, failed: [writer] },
  })
  expect(await turnOf({ chatId })).toMatchObject({ modelId: 'test-messages', choice: second?.choice })
  expect(await decisionOf(turnId)).toMatchObject({ modelId: 'sandbox-writer' })
  expect(await holdsOf(turnId)).toMatchObject([{ state: 'settled' }])
  expect(endOf(events)?.creditsCharged).toBeGreaterThan(0)

  const records: DecisionRecord[] = []
  for await (const record of decisionsOfAuto(world.database, 1)) records.push(record)
  expect(records).toContainEqual({
    decision: await decisionOf(turnId),
    answeredBy: 'test-messages',
    state: 'answered',
    rating: null,
    creditsChargedMilli: (await holdsOf(turnId))[0]?.charged_milli,
  })
})

test('B35 a chosen model that fails is named when a fallback answers', async () => {
  world.model.script('broken-model', [{ drop: true }])
  world.model.script('test-model', words('I stepped in.'))
  const { response, chatId, turnId } = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  const [, second] = startsOf((await readEvents(response)).events)
  expect(second?.choice).toEqual({
    reason: null,
    alternative: null,
    failed: [{ modelId: 'test-with-fallback', modelName: 'Test with fallback' }],
  })
  expect((await turnOf({ chatId }))?.choice).toEqual(second?.choice)
  expect(await decisionOf(turnId)).toBeNull()
})

test('B35 after the first word there is no fallback, and the partial answer stays', async () => {
  world.model.script('broken-model', [{ text: 'I began to' }, { drop: true }])
  const { response, chatId } = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  const { events } = await readEvents(response)
  expect(startsOf(events)).toHaveLength(1)
  expect(endOf(events)).toMatchObject({ state: 'failed' })
  expect(await turnOf({ chatId })).toMatchObject({ modelId: 'test-with-fallback', choice: null })
  expect(world.model.requests().filter(({ model }) => model === 'test-model')).toEqual([])
})

test('B35 there is no fallback for a model that declines to answer', async () => {
  world.model.script('broken-model', [{ finish: 'content-filter' }])
  const { response } = await kim.ask('Something forbidden', { modelId: 'test-with-fallback' })
  const { events } = await readEvents(response)
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode: 'CONTENT_FILTERED', creditsCharged: 0 })
  expect(startsOf(events)).toHaveLength(1)
})

test('B35 CHAT-04 an answer stopped during its fallback stays stopped and costs nothing', async () => {
  world.model.script('broken-model', [{ drop: true }])
  const held = holdAnswer()
  world.model.script('test-model', held.respond)
  const { response, chatId, turnId } = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  await held.asked
  await expect.poll(async () => (await lastStartOf(turnId))?.modelId).toBe('test-model')
  await call('stopAnswer', kim.api, { params: { turnId } })
  const { events } = await readEvents(response)
  expect(endOf(events)).toMatchObject({ state: 'stopped', creditsCharged: 0 })
  expect(await holdsOf(turnId)).toMatchObject([{ state: 'released', charged_milli: 0 }])
  expect(await turnOf({ chatId })).toMatchObject({
    modelId: 'test-model',
    choice: { failed: [{ modelId: 'test-with-fallback' }] },
  })
})

test('B35 B11 a process that takes over during a fallback starts with the chosen model, and says so', async () => {
  world.model.script('broken-model', [{ drop: true }], { times: 1 })
  const held = holdAnswer()
  world.model.script('test-model', held.respond)
  const { response, chatId, turnId } = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  void response.body?.cancel()
  await held.asked
  await expect.poll(async () => (await lastStartOf(turnId))?.modelId).toBe('test-model')
  world.model.script('broken-model', words('Here I am again.'))
  await world.restart()
  await expect.poll(async () => (await turnOf({ chatId }))?.state, { timeout: 60_000 }).toBe('answered')
  expect(await lastStartOf(turnId)).toMatchObject({ modelId: 'test-with-fallback', choice: null })
  expect(await turnOf({ chatId })).toMatchObject({ modelId: 'test-with-fallback', choice: null })
  expect(await holdsOf(turnId)).toMatchObject([{ state: 'settled' }])
})

test('B35 when all models fail, the last error is shown and nothing is charged', async () => {
  world.model.script('broken-model', [{ drop: true }])
  world.model.script('test-model', [{ finish: 'stop' }])
  const { response } = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  const { events } = await readEvents(response)
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode: 'PROVIDER_EMPTY', creditsCharged: 0 })
})

test('T19 C09 no other account sees how a model was chosen, and the record is erased with its chat', async () => {
  await preferAuto(null)
  world.model.script('*', words('Hello.'))
  const { response, chatId, turnId } = await kim.ask('Hello?', auto)
  await readEvents(response)
  const mai = await world.signUp({ name: 'Mai Example' })
  await expect(call('getChat', mai.api, { params: { chatId } })).rejects.toThrow(ApiFailure)
  const seen = await world.database.kysely.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'atrium_app', true), set_config('app.account_id', ${mai.accountId}, true)`.execute(
      trx,
    )
    return (await sql`select turn_id from answer_choice`.execute(trx)).rows
  })
  expect(seen).toEqual([])
  const undone = world.database.kysely.transaction().execute(async (trx) => {
    await sql`delete from chat where id = ${chatId}`.execute(trx)
    const left = await sql`select turn_id from answer_choice where turn_id = ${turnId}`.execute(trx)
    throw new Error(`${left.rows.length} left`)
  })
  await expect(undone).rejects.toThrow('0 left')
})
