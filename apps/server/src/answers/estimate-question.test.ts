import { type ChatId, type EstimateQuestion, mintId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, endOf, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'word '.repeat(300) }, { finish: 'stop' }])
})
afterAll(() => world.close())

const text = 'Which is older, tea or coffee?'
const estimated = async (more: Partial<EstimateQuestion> = {}, person = kim) =>
  (
    await call('estimateQuestion', person.api, {
      body: { chatId: mintId('chat'), parentTurnId: null, modelId: 'test-model', text, ...more },
    })
  ).data

test('CHAT-01 CRED-01 what a question costs lies within what was told before, and the most of it is what is held', async () => {
  const before = await estimated()
  expect(before).toMatchObject({ modelId: 'test-model', modelName: 'Test model' })
  expect(before.leastCredits).toBeLessThan(before.mostCredits)
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await kim.ask(text)
  await answer.asked
  const held = await sql<{
    held: number
  }>`select held_milli as held from credit_hold where turn_id = ${turnId}`.execute(world.database.kysely)
  expect(held.rows[0]?.held).toBe(Math.round(before.mostCredits * 1000))
  answer.say('word '.repeat(300))
  answer.finish()
  const charged = endOf((await readEvents(response)).events)?.creditsCharged ?? 0
  expect(charged).toBeGreaterThanOrEqual(before.leastCredits)
  expect(charged).toBeLessThanOrEqual(before.mostCredits)
})

test('CHAT-01 the conversation before it, its pictures and the style count', async () => {
  const { chatId, turnId, response } = await kim.ask(text)
  await readEvents(response)
  const [alone, after] = [await estimated(), await estimated({ chatId, parentTurnId: turnId })]
  expect(after.inputTokens).toBeGreaterThan(alone.inputTokens + 250)
  const seeing = { modelId: 'test-seeing' }
  const [without, withTwo] = [await estimated(seeing), await estimated({ ...seeing, pictures: 2 })]
  expect(withTwo.inputTokens).toBe(without.inputTokens + 3_200)
  expect((await estimated({ modelId: 'auto', pictures: 1 })).modelId).not.toBe('test-model')
})

test('CHAT-01 nothing is told of conversations of others, and nothing is written', async () => {
  const { chatId, turnId, response } = await kim.ask(text)
  await readEvents(response)
  const bo = await world.signUp({ name: 'Bo Example' })
  await expect(estimated({ chatId, parentTurnId: turnId }, bo)).rejects.toThrow('NOT_FOUND')
  const fresh: ChatId = mintId('chat')
  await estimated({ chatId: fresh })
  await expect(call('getChat', kim.api, { params: { chatId: fresh } })).rejects.toThrow('NOT_FOUND')
  await expect(estimated({ modelId: 'nobody' })).rejects.toThrow('MODEL_NOT_AVAILABLE')
  await expect(estimated({ modelId: 'test-small', text: 'word '.repeat(3000) })).rejects.toThrow(
    'TOKEN_LIMIT_REACHED',
  )
})
