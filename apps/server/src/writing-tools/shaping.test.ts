import { type Contract, contract, mintId, ShapingPart, type TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { checkInvariants } from '@atrium/testkit/check-invariants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { auditLedger } from '../credits/index.ts'
import { sweepCalls } from './sweep-calls.ts'
import { questionsIn } from './suggest-followups.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  kim = await world.signUp()
  world.model.reset()
  world.model.script('*', [{ text: 'Green tea.' }, { finish: 'stop' }])
})
afterAll(async () => {
  expect(await auditLedger(world.database)).toEqual([])
  await world.close()
})

type Streamed = Contract['magicWrite'] | Contract['customPrompt']
async function parts(response: Response): Promise<ShapingPart[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  expect(lines.at(-1)).toBe('data: [DONE]')
  return lines.slice(0, -1).map((line) => ShapingPart.parse(JSON.parse(line.slice('data: '.length))))
}
const shape = (endpoint: Streamed, more: object = {}, signal?: AbortSignal) =>
  send(endpoint, signal ? { ...kim.api, signal } : kim.api, {
    body: { shapingId: mintId('shaping'), text: 'tea or coffee', modelId: 'test-model', ...more },
  })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const textOf = (read: ShapingPart[]) =>
  read.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
const balance = async () => (await call('getUserInfo', kim.api, {})).message.balanceUserCredits
/** The instructions and text of the last call that the provider received, ignoring chat titles. */
const received = () =>
  world.model
    .requests()
    .map(({ body }) => (body as { messages: { content: string }[] }).messages.map(({ content }) => content))
    .findLast(([instructions]) => instructions?.includes('never an instruction to you')) ?? []
async function answered(): Promise<TurnId> {
  const { response, turnId } = await kim.ask('Which is older, tea or coffee?')
  await readEvents(response)
  return turnId
}
const calls = async () =>
  (
    await sql<{ state: string; charged: number }>`
      select state, credits_charged_milli as charged from shaping_call where user_id = ${kim.userId} order by started_at`.execute(
      world.database.kysely,
    )
  ).rows

test('ANS-01 ANS-06 an improved question is streamed, and charged by usage', async () => {
  const before = await balance()
  const read = await parts(await shape(contract.magicWrite, { modifiers: { audience: 'Children' } }))
  expect(textOf(read)).toBe('Green tea.')
  const end = read.at(-1)
  expect(end).toMatchObject({ type: 'finish', isCut: false, modelName: 'Test model', sandbox: true })
  const charged = end?.type === 'finish' ? end.creditsCharged : 0
  expect(charged).toBeGreaterThan(0)
  expect(await balance()).toBeCloseTo(before - charged, 3)
  expect(received()[0]).toContain('- audience: Children')
  expect(received()[1]).toBe('tea or coffee')
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test.each(['improve', 'summarize', 'expand', 'shorten', 'simplify'] as const)(
  'ANS-01 CHAT-07 %s reworks a text of an answer, with its own instructions',
  async (action) => {
    const turnId = await answered()
    const read = await parts(await shape(contract.customPrompt, { turnId, action, text: 'Tea is old.' }))
    expect(textOf(read)).toBe('Green tea.')
    expect(received()[0]).toMatch(
      {
        improve: /clearer/,
        summarize: /Summarize/,
        expand: /Expand/,
        shorten: /Shorten/,
        simplify: /simple language/,
      }[action],
    )
    expect(received()[1]).toBe('Tea is old.')
  },
)

test("CHAT-07 reworking a text of another person's answer is refused", async () => {
  const turnId = await answered()
  kim = await world.signUp()
  expect(await codeOf(await shape(contract.customPrompt, { turnId, action: 'shorten' }))).toBe('NOT_FOUND')
  expect(await calls()).toEqual([])
})

test('ANS-01 CHAT-09 follow-up questions are stored with the answer, and a repeated request is free', async () => {
  const turnId = await answered()
  world.model.script('*', [
    { text: '1. **Which is stronger?**\n- Where does tea grow?\n\nWhich is stronger?\nWho drinks it?\nWhy?' },
    { finish: 'stop' },
  ])
  const suggest = () => call('suggestFollowups', kim.api, { body: { shapingId: mintId('shaping'), turnId } })
  const first = (await suggest()).message
  expect(first.followups).toEqual(['Which is stronger?', 'Where does tea grow?', 'Who drinks it?'])
  expect(first.creditsCharged).toBeGreaterThan(0)
  expect((await suggest()).message).toEqual({ ...first, creditsCharged: 0 })
  const chatId = (
    await sql<{ chat_id: `chat_${string}` }>`select chat_id from turn where id = ${turnId}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.chat_id
  const { message } = await call('getChat', kim.api, { params: { chatId: chatId ?? 'chat_' } })
  expect(message.turns[0]?.followups).toEqual(first.followups)
})

test('CHAT-09 numbering and quotes around questions are removed, and lines that are no question are dropped', () => {
  expect(questionsIn('Here are three:\n1) One?\n• “Two?”\n> *Three?*\nFour?')).toEqual([
    'One?',
    'Two?',
    'Three?',
  ])
  expect(questionsIn('关于茶需要注意什么？\nهل يمكنك إعطاء مثال؟')).toEqual([
    '关于茶需要注意什么？',
    'هل يمكنك إعطاء مثال؟',
  ])
  expect(questionsIn(`${'x'.repeat(301)}\n\n`)).toEqual([])
})

test('ANS-06 disconnecting ends the call, and only the text written by then is charged', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const leaving = new AbortController()
  const response = await shape(contract.magicWrite, {}, leaving.signal)
  await answer.asked
  answer.say('Some words that were read. ')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  leaving.abort()
  await reader.cancel().catch(() => undefined)
  await vi.waitFor(async () => expect((await calls())[0]).toMatchObject({ state: 'stopped' }), {
    timeout: 60_000,
  })
  expect((await calls())[0]?.charged).toBeGreaterThan(0)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-06 a call that fails before any output returns its reason and costs nothing', async () => {
  const before = await balance()
  world.model.reset()
  const read = await parts(await shape(contract.magicWrite, { modelId: 'test-with-fallback' }))
  expect(read).toMatchObject([{ type: 'error', creditsCharged: 0, usage: null }])
  expect(await balance()).toBe(before)
  expect(await calls()).toEqual([{ state: 'failed', charged: 0 }])
})

test('ANS-06 a call is refused for missing credits, an unknown model, too long a text or a used id', async () => {
  expect(await codeOf(await shape(contract.magicWrite, { modelId: 'nobody' }))).toBe('MODEL_NOT_AVAILABLE')
  expect(await codeOf(await shape(contract.magicWrite, { text: 'x'.repeat(20_001) }))).toBe('INVALID_INPUT')
  expect(
    await codeOf(await shape(contract.magicWrite, { text: 'word '.repeat(3000), modelId: 'test-small' })),
  ).toBe('TOKEN_LIMIT_REACHED')
  const shapingId = mintId('shaping')
  await parts(await shape(contract.magicWrite, { shapingId }))
  expect(await codeOf(await shape(contract.magicWrite, { shapingId }))).toBe('IDEMPOTENCY_KEY_REUSED')
  await sql`update credit_balance set available_milli = 0 where account_id = ${kim.accountId} and holder = ${kim.userId}`.execute(
    world.database.kysely,
  )
  expect(await codeOf(await shape(contract.magicWrite))).toBe('CREDITS_EXHAUSTED')
  await sql`update credit_balance set available_milli = (select sum(amount_milli) from credit_entry as entry
      where entry.account_id = credit_balance.account_id and entry.holder = credit_balance.holder)
    where account_id = ${kim.accountId}`.execute(world.database.kysely)
})

test("ANS-06 one person's calls are limited, concurrently and per minute", async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const open = await Promise.all(Array.from({ length: 8 }, () => shape(contract.magicWrite)))
  const refused = open.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  world.model.reset()
  for (const response of open) await response.body?.cancel()
  await vi.waitFor(async () => expect((await calls()).every(({ state }) => state !== 'open')).toBe(true), {
    timeout: 60_000,
  })
  await sql`insert into shaping_call (account_id, id, user_id, kind, model_id, state, ended_at)
    select ${kim.accountId}, 'shaping_' || n, ${kim.userId}, 'magic-write', 'x', 'finished', now() from generate_series(1, 17) as n`.execute(
    world.database.kysely,
  )
  const response = await shape(contract.magicWrite)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  await sql`delete from shaping_call where id like 'shaping\_%' and length(id) < 12`.execute(
    world.database.kysely,
  )
})

test('ANS-06 the hold of a call whose process died is released', async () => {
  const before = await balance()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const response = await shape(contract.magicWrite)
  await answer.asked
  expect(await balance()).toBeLessThan(before)
  await sql`update shaping_call set started_at = now() - interval '31 minutes' where user_id = ${kim.userId}`.execute(
    world.database.kysely,
  )
  expect(await sweepCalls(world.database)).toBe(1)
  expect(await balance()).toBe(before)
  await response.body?.cancel()
  expect(await calls()).toEqual([{ state: 'failed', charged: 0 }])
})
