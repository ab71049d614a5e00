import { type ChatId, type EstimateQuestion, mintId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, endOf, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { readDocumentOf } from './answers-for-tests.ts'
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

test('CRED-01 CRED-02 the cost of a question is within its estimate, whose maximum is the hold', async () => {
  const before = await estimated()
  expect(before).toMatchObject({ modelId: 'test-model', modelName: 'Test model' })
  expect(before.lowCredits).toBeLessThan(before.likelyCredits)
  expect(before.likelyCredits).toBeLessThan(before.highCredits)
  expect(before.highCredits).toBeLessThan(before.maxCredits)
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await kim.ask(text)
  await answer.asked
  const held = await sql<{
    held: number
  }>`select held_milli as held from credit_hold where turn_id = ${turnId}`.execute(world.database.kysely)
  expect(held.rows[0]?.held).toBe(Math.round(before.maxCredits * 1000))
  answer.say('word '.repeat(300))
  answer.finish()
  const charged = endOf((await readEvents(response)).events)?.creditsCharged ?? 0
  expect(charged).toBeGreaterThanOrEqual(before.lowCredits)
  expect(charged).toBeLessThanOrEqual(before.highCredits)
})

test('CRED-01 the estimate includes the conversation, its pictures and the style', async () => {
  const { chatId, turnId, response } = await kim.ask(text)
  await readEvents(response)
  const [alone, after] = [await estimated(), await estimated({ chatId, parentTurnId: turnId })]
  expect(after.inputTokens).toBeGreaterThan(alone.inputTokens + 250)
  const seeing = { modelId: 'test-seeing' }
  const [without, withTwo] = [await estimated(seeing), await estimated({ ...seeing, pictures: 2 })]
  expect(withTwo.inputTokens).toBe(without.inputTokens + 3_200)
  expect((await estimated({ modelId: 'auto', pictures: 1 })).modelId).not.toBe('test-model')
})

test("the range learns from the account's latest answers of the model and contains 90 % of later costs", async () => {
  const ana = await world.signUp({ name: 'Ana Example' })
  // A realistic distribution of lengths: most answers are short, some are very long.
  let seed = 20_261_122
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const costOfOne = async () => {
    const words = Math.min(1_500, Math.max(1, Math.round(Math.exp(4.5 + normal()))))
    world.model.script('test-model', [{ text: 'word '.repeat(words) }, { finish: 'stop' }], { times: 1 })
    const { response } = await ana.ask(text)
    return endOf((await readEvents(response)).events)?.creditsCharged ?? 0
  }
  const first = await estimated({}, ana)
  const known: number[] = []
  for (let count = 0; count < 60; count++) known.push(await costOfOne())
  const learned = await estimated({}, ana)
  expect(learned.lowCredits).toBeGreaterThan(first.lowCredits)
  const later: number[] = []
  for (let count = 0; count < 60; count++) later.push(await costOfOne())
  const within = ({ lowCredits, highCredits }: typeof learned) =>
    later.filter((cost) => cost >= lowCredits && cost <= highCredits).length / later.length
  expect(within(learned)).toBeGreaterThanOrEqual(0.9)
  // The range is useful: far narrower than the maximum.
  expect(learned.highCredits).toBeLessThan(learned.maxCredits / 2)
  const median = later.toSorted((one, other) => one - other)[30] ?? 0
  expect(learned.likelyCredits).toBeGreaterThan(median / 2)
  expect(learned.likelyCredits).toBeLessThan(median * 2)
})

test('from the first question on, 90 % of costs lie within the estimated range, which narrows with every answer', async () => {
  const bo = await world.signUp({ name: 'Bo Beginner' })
  // Lengths of a team's answers, equally likely.
  const words = [60, 95, 120, 150, 180, 210, 240, 280, 330, 420]
  let within = 0
  const shared: Awaited<ReturnType<typeof estimated>>[] = []
  for (let count = 0; count < 30; count++) {
    const before = await estimated({}, bo)
    shared.push(before)
    const length = words[(count * 7) % words.length] ?? 0
    world.model.script('test-model', [{ text: 'word '.repeat(length) }, { finish: 'stop' }], { times: 1 })
    const { response } = await bo.ask(text)
    const cost = endOf((await readEvents(response)).events)?.creditsCharged ?? 0
    if (cost >= before.lowCredits && cost <= before.highCredits) within += 1
  }
  expect(within / shared.length).toBeGreaterThanOrEqual(0.9)
  const width = ({ lowCredits, highCredits }: (typeof shared)[number]) => highCredits / lowCredits
  const [first, fifth, fifteenth, last] = [0, 5, 15, 29].map((index) => shared[index]) as [
    (typeof shared)[number],
    (typeof shared)[number],
    (typeof shared)[number],
    (typeof shared)[number],
  ]
  // No jump where the account's own answers take over.
  expect(fifth.likelyCredits).toBeGreaterThan(first.likelyCredits)
  expect(width(fifteenth)).toBeLessThan(width(first))
  expect(width(last)).toBeLessThan(width(fifteenth))
})

test('without any answer yet, the kind of model, the style and the format of the answer count', async () => {
  const ann = await world.signUp({ name: 'Ann Example' })
  const likely = async (more: Partial<EstimateQuestion>) => (await estimated(more, ann)).likelyCredits
  const usual = await likely({})
  expect(await likely({ style: 'deep' })).toBeGreaterThan(usual)
  expect(await likely({ modelId: 'test-messages' })).toBeGreaterThan(usual)
  expect(await likely({ modifiers: { format: 'Short summary' } })).toBeLessThan(usual)
  expect(await likely({ modifiers: { format: 'Report' } })).toBeGreaterThan(usual)
})

test('CRED-01 the estimate includes attached documents', async () => {
  const document = await readDocumentOf(
    kim,
    'report.txt',
    'The harbour was built of oak and stone. '.repeat(400),
  )
  const [without, withOne] = [await estimated(), await estimated({ documents: [document] })]
  expect(withOne.inputTokens).toBeGreaterThan(without.inputTokens + 2_000)
  expect(withOne.likelyCredits).toBeGreaterThan(without.likelyCredits)
})

test("the estimate reveals nothing of other people's conversations, and writes nothing", async () => {
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
