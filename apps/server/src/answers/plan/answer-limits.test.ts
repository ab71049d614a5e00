import { contract } from '@atrium/contract'
import type { Step } from '@atrium/sandbox'
import { endOf, readEvents, send, startWorld, type TestPerson, textOf, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { maxStreamsPerPerson } from '../../live/index.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

/** Atrium counts more tokens in this text than the provider does. */
const dense = '{"a":[1,2,3],"b":{}};\n'.repeat(120)
const thoughts = 'First I look at both sides of it. '.repeat(60)
const broken: { of: string; steps: Step[]; fault?: string }[] = [
  { of: 'prose', steps: [{ text: 'Half of it. ' }] },
  { of: 'text that is counted differently here', steps: [{ text: dense }] },
  { of: 'reasoning', steps: [{ reasoning: thoughts }, { text: dense }] },
  {
    of: 'reasoning without any count',
    steps: [{ reasoning: thoughts }, { text: dense }],
    fault: 'no-usage',
  },
]
const questions = ['Which is older?', 'Please read this. '.repeat(800)]

test.each(broken.flatMap((one) => questions.map((question) => ({ ...one, question }))))(
  'CRED-02 a failed answer never costs more than the whole answer: $of, asked in $question.length characters',
  async ({ question, steps, fault }) => {
    const costOf = async (...ending: Step[]) => {
      world.model.script('test-model', [...steps, ...ending], { times: 1 })
      if (fault) world.model.setFaults([{ model: 'test-model', fault }])
      const end = endOf((await readEvents((await kim.ask(question)).response)).events)
      return { state: end?.state, credits: end?.creditsCharged ?? 0 }
    }
    const failed = await costOf({ drop: true })
    const whole = await costOf({ finish: 'stop' })
    expect([failed.state, whole.state]).toEqual(['failed', 'answered'])
    expect(whole.credits).toBeGreaterThan(0)
    expect(failed.credits).toBeLessThanOrEqual(whole.credits)
  },
)

test('CRED-02 an answer whose writer died costs no more than the whole answer, even after a long conversation that the provider has cached', async () => {
  const question = 'Please read this. '.repeat(800)
  world.model.script('test-model', [{ text: dense }, { finish: 'stop' }], { times: 1 })
  const whole = endOf((await readEvents((await kim.ask(question)).response)).events)
  world.model.script('test-model', [{ text: dense }, { stall: true }], { times: 1 })
  const { response, turnId } = await kim.ask(question)
  await readEvents(response, { until: (events) => textOf(events) === dense })
  // Another process takes the turn over, as if this one were dead.
  await sql`update turn set lease_expires_at = now() - interval '1 second', lease_number = lease_number + 1
    where id = ${turnId}`.execute(world.database.kysely)
  const readAgain = async () =>
    (await readEvents(await send(contract.readAnswer, kim.api, { params: { turnId } }))).events
  await expect.poll(async () => endOf(await readAgain())?.state, { timeout: 30_000 }).toBe('interrupted')
  const events = await readAgain()
  expect(textOf(events)).toBe(dense)
  expect(endOf(events)?.creditsCharged).toBeLessThanOrEqual(whole?.creditsCharged ?? 0)
})

test("D07 one person's open streams are limited, and others are not affected", async () => {
  const leaving = new AbortController()
  const open = (signal = leaving.signal) => send(contract.readNotices, { ...kim.api, signal })
  const opened = await Promise.all(Array.from({ length: maxStreamsPerPerson }, () => open()))
  expect(opened.every(({ status }) => status === 200)).toBe(true)
  const refused = await open()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  const bo = await world.signUp({ name: 'Bo Example' })
  world.model.script('test-model', [{ text: 'Yes.' }, { finish: 'stop' }])
  expect(endOf((await readEvents((await bo.ask('Free?')).response)).events)?.state).toBe('answered')
  leaving.abort()
  await expect.poll(async () => (await open(AbortSignal.timeout(5_000))).status).toBe(200)
})
