import { answerText, type AskQuestion, type ChatId, contract, mintId, type Turn } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  call,
  checkInvariants,
  endOf,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  textOf,
  type World,
} from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), stallMs: 20_000 })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const words = (text: string) => [{ text }, { finish: 'stop' as const }]
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

/** A question to several models, as each of its requests sends it. */
function comparisonOf(modelIds: readonly string[], more: Partial<AskQuestion> = {}): AskQuestion[] {
  const comparison = modelIds.map((modelId) => ({ turnId: mintId('turn'), modelId }))
  const shared = {
    chatId: mintId('chat'),
    parentTurnId: null,
    style: 'quick' as const,
    ask: { kind: 'question' as const, messageId: mintId('message'), text: 'Which tea is older?' },
    ...more,
    comparison,
  }
  return comparison.map((answer) => ({ ...shared, ...answer }))
}
const ask = (person: TestPerson, body: AskQuestion | undefined) =>
  send(contract.askQuestion, person.api, { body: body as AskQuestion })
const read = async (person: TestPerson, { turnId }: Pick<AskQuestion, 'turnId'>) =>
  (await readEvents(await send(contract.readAnswer, person.api, { params: { turnId }, query: {} }))).events
const chatOf = async (person: TestPerson, chatId: ChatId) =>
  (await call('getChat', person.api, { params: { chatId } })).message
const byColumn = (turns: readonly Turn[]) =>
  turns.toSorted((one, other) => (one.comparison?.column ?? 0) - (other.comparison?.column ?? 0))
const rowsOf = async (chatId: ChatId) =>
  (
    await sql<{ turns: number; messages: number; holds: number; charges: number }>`
      select (select count(*)::int from turn where chat_id = ${chatId}) as turns,
        (select count(*)::int from message where chat_id = ${chatId}) as messages,
        (select count(*)::int from credit_hold where turn_id in (select id from turn where chat_id = ${chatId})) as holds,
        (select count(*)::int from credit_entry where kind = 'charge' and holder = 'team'
          and reference in (select id from turn where chat_id = ${chatId})) as charges`.execute(
      world.database.kysely,
    )
  ).rows[0]

/** Waits until a chat has its title: naming it asks a model too. */
const titled = (person: TestPerson, chatId: ChatId) =>
  expect
    .poll(async () => (await chatOf(person, chatId)).chatTitle)
    .not.toMatch(/^(Which tea is older\?|Hello)$/)

async function leaveCredits(person: TestPerson, milli: number): Promise<void> {
  await sql`with spent as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select account_id, holder, 'expire', ${milli} - available_milli, ${`test:spend:${mintId('turn')}`}
      from credit_balance where account_id = ${person.accountId} returning holder)
    update credit_balance set available_milli = ${milli} where account_id = ${person.accountId}`.execute(
    world.database.kysely,
  )
}

test('CHAT-12 one question is answered by three models, each a branch with a charge of its own', async () => {
  world.model.script('test-model', words('Green tea.'))
  world.model.script('sandbox-writer', words('White tea.'))
  world.model.script('bench-one', words('Black tea.'))
  const requests = comparisonOf(['test-model', 'sandbox-writer', 'bench-one'])
  const [first] = requests
  const { chatId } = first as AskQuestion
  expect(textOf((await readEvents(await ask(kim, first))).events)).toBe('Green tea.')
  expect(textOf(await read(kim, requests[1] as AskQuestion))).toBe('White tea.')
  expect(textOf(await read(kim, requests[2] as AskQuestion))).toBe('Black tea.')

  const chat = await chatOf(kim, chatId)
  const turns = byColumn(chat.turns)
  expect(turns.map(({ parts }) => answerText(parts))).toEqual(['Green tea.', 'White tea.', 'Black tea.'])
  expect(turns.map(({ comparison }) => comparison)).toEqual(
    [0, 1, 2].map((column) => ({ id: first?.turnId, column })),
  )
  expect(new Set(turns.map(({ question }) => question.messageId)).size).toBe(1)
  expect(turns.map(({ parentTurnId }) => parentTurnId)).toEqual([null, null, null])
  expect(chat.currentTurnId).toBe(first?.turnId)
  expect(await rowsOf(chatId)).toMatchObject({ turns: 3, messages: 1, charges: 3 })
  await titled(kim, chatId)

  const { message: costs } = await call('getChatCosts', kim.api, { params: { chatId } })
  const sum = costs.reduce((all, { creditsCharged }) => all + creditsCharged, 0)
  const listed = await call('listHistory', kim.api, { query: {} })
  expect(listed.message.find((chat) => chat.chatId === chatId)?.creditsUsed).toBeCloseTo(sum, 6)
  expect(costs.every(({ creditsCharged }) => creditsCharged > 0)).toBe(true)
})

test('CHAT-12 API-04 every request of a comparison, however often it is sent, finds what the first one opened', async () => {
  world.model.script('*', words('Once.'))
  const requests = comparisonOf(['test-model', 'sandbox-writer'], { isTemporary: true })
  const { chatId } = requests[0] as AskQuestion
  const replies = await Promise.all([...requests, ...requests, ...requests].map((body) => ask(kim, body)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  await Promise.all(replies.map((reply) => readEvents(reply)))
  expect(world.model.requests().filter(({ question }) => question === 'Which tea is older?')).toHaveLength(2)
  expect(await rowsOf(chatId)).toMatchObject({ turns: 2, messages: 1, charges: 2 })
})

test('CHAT-12 another comparison under a used id is refused', async () => {
  world.model.script('*', words('Once.'))
  const [first, second] = comparisonOf(['test-model', 'sandbox-writer'], { isTemporary: true }) as [
    AskQuestion,
    AskQuestion,
  ]
  await readEvents(await ask(kim, first))
  const changed = { ...second, modelId: 'bench-one' }
  changed.comparison = [
    { turnId: first.turnId, modelId: 'test-model' },
    { turnId: second.turnId, modelId: 'bench-one' },
  ]
  expect(await codeOf(await ask(kim, changed))).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('CHAT-12 one answer fails and one is stopped while the third is written to its end', async () => {
  const slow = holdAnswer()
  const stopped = holdAnswer()
  world.model.script('test-model', slow.respond)
  world.model.script('sandbox-writer', stopped.respond)
  world.model.setFaults([{ model: 'bench-one', fault: '500' }])
  const [first, second, third] = comparisonOf(['test-model', 'sandbox-writer', 'bench-one'], {
    isTemporary: true,
  }) as [AskQuestion, AskQuestion, AskQuestion]
  const reply = await ask(kim, first)
  await Promise.all([slow.asked, stopped.asked])
  stopped.say('White ')
  await expect
    .poll(async () =>
      answerText(
        (await chatOf(kim, first.chatId)).turns.find(({ turnId }) => turnId === second.turnId)?.parts ?? [],
      ),
    )
    .toBe('White ')
  await call('stopAnswer', kim.api, { params: { turnId: second.turnId } })
  expect(endOf(await read(kim, second))?.state).toBe('stopped')
  expect(endOf(await read(kim, third))).toMatchObject({ state: 'failed', creditsCharged: 0 })

  slow.say('Green tea.')
  slow.finish()
  expect(endOf((await readEvents(reply)).events)?.state).toBe('answered')
  const turns = byColumn((await chatOf(kim, first.chatId)).turns)
  expect(turns.map(({ state }) => state)).toEqual(['answered', 'stopped', 'failed'])
})

test('CHAT-12 a failed answer is regenerated in its column, whose state the others keep', async () => {
  world.model.script('test-model', words('Green tea.'))
  world.model.setFaults([{ model: 'bench-one', fault: '500' }])
  const [first, second] = comparisonOf(['test-model', 'bench-one'], { isTemporary: true }) as [
    AskQuestion,
    AskQuestion,
  ]
  await readEvents(await ask(kim, first))
  await read(kim, second)
  world.model.setFaults([])
  world.model.script('bench-one', words('Black tea.'))
  const again = await kim.ask('', {
    chatId: first.chatId,
    modelId: 'bench-one',
    ask: { kind: 'regenerate', turnId: second.turnId },
  })
  await readEvents(again.response)
  const turn = (await chatOf(kim, first.chatId)).turns.find(({ turnId }) => turnId === again.turnId)
  expect(turn).toMatchObject({ state: 'answered', comparison: { id: first.turnId, column: 1 } })
})

test('CHAT-12 P01 without credits for all answers nothing is opened, and the refusal says how much all need', async () => {
  const poor = await world.signUp({ name: 'Pia Poor' })
  world.model.script('*', words('Tea.'))
  const probe = await poor.ask('Which tea is older?')
  await readEvents(probe.response)
  const held = await sql<{ held: number }>`
    select held_milli as held from credit_hold where turn_id = ${probe.turnId}`.execute(world.database.kysely)
  const need = held.rows[0]?.held ?? 0
  await leaveCredits(poor, Math.round(need * 1.5))
  const [first] = comparisonOf(['test-model', 'sandbox-writer'])
  const refused = await ask(poor, first)
  expect(refused.status).toBe(402)
  const { code, details } = (await refused.json()) as { code: string; details: Record<string, number> }
  expect(code).toBe('NOT_ENOUGH_CREDITS')
  expect(details).toMatchObject({ available: Math.round(need * 1.5) / 1000, models: 2 })
  expect(details['needed']).toBeGreaterThan(details['available'] as number)
  expect(await rowsOf((first as AskQuestion).chatId)).toEqual({ turns: 0, messages: 0, holds: 0, charges: 0 })
  // The first hold was given back with the rest: a single question still fits.
  expect((await poor.ask('Which tea is older?')).response.status).toBe(200)
})

test('CHAT-12 a model that is not available, or one of two that is named twice, leaves nothing open', async () => {
  const [unknown] = comparisonOf(['test-model', 'no-such-model'])
  expect(await codeOf(await ask(kim, unknown))).toBe('MODEL_NOT_AVAILABLE')
  expect((await rowsOf((unknown as AskQuestion).chatId))?.turns).toBe(0)
  for (const modelIds of [['test-model', 'test-model'], ['test-model', 'auto'], ['test-model']])
    expect(await codeOf(await ask(kim, comparisonOf(modelIds)[0]))).toBe('INVALID_INPUT')
  const [one, other] = comparisonOf(['test-model', 'bench-one']) as [AskQuestion, AskQuestion]
  expect(await codeOf(await ask(kim, { ...one, turnId: mintId('turn') }))).toBe('INVALID_INPUT')
  expect(await codeOf(await ask(kim, { ...one, modelId: other.modelId }))).toBe('INVALID_INPUT')
  const regenerated = { ...one, ask: { kind: 'regenerate' as const, turnId: other.turnId } }
  expect(await codeOf(await ask(kim, regenerated))).toBe('INVALID_INPUT')
})

test('CHAT-12 the chat goes on from the answer that is continued with, and the model reads only that one', async () => {
  world.model.script('test-model', words('Green tea.'))
  world.model.script('sandbox-writer', words('White tea.'))
  const [first, second] = comparisonOf(['test-model', 'sandbox-writer']) as [AskQuestion, AskQuestion]
  await readEvents(await ask(kim, first))
  await read(kim, second)
  const { chatId } = first
  await titled(kim, chatId)
  await call('changeChat', kim.api, { params: { chatId }, body: { currentTurnId: second.turnId } })
  const next = await kim.ask('Where from?', { chatId, parentTurnId: second.turnId })
  await readEvents(next.response)
  const sent = JSON.stringify(
    world.model.requests().findLast(({ question }) => question === 'Where from?')?.body,
  )
  expect(sent).toContain('White tea.')
  expect(sent).not.toContain('Green tea.')
  // Opened at its end, the chat has all answers of the comparison, not only the one on the branch.
  const { message: opened } = await call('openChat', kim.api, { params: { chatId }, query: { count: '2' } })
  expect(opened.turns.map(({ turnId }) => turnId)).toEqual(
    expect.arrayContaining([first.turnId, second.turnId, next.turnId]),
  )
  const { message: back } = await call('listTurns', kim.api, {
    params: { chatId },
    query: { last: second.turnId, count: '1' },
  })
  expect(back.map(({ turnId }) => turnId)).toEqual(expect.arrayContaining([first.turnId, second.turnId]))
})

test('CHAT-12 CHAT-11 in an open shared chat a member compares at their own cost, one running question at a time', async () => {
  const mai = await colleagueOf(world, kim, { name: 'Mai Member' })
  world.model.script('*', words('Tea.'))
  const hello = await kim.ask('Hello')
  await readEvents(hello.response)
  await titled(kim, hello.chatId)
  const { chatId, turnId: parentTurnId } = hello
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'read' } })
  const requests = comparisonOf(['test-model', 'sandbox-writer'], { chatId, parentTurnId, isLast: true })
  expect(await codeOf(await ask(mai, requests[0]))).toBe('FORBIDDEN')
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'open' } })

  const answers = [holdAnswer(), holdAnswer()]
  world.model.reset()
  world.model.script('test-model', (answers[0] as (typeof answers)[0]).respond)
  world.model.script('sandbox-writer', (answers[1] as (typeof answers)[0]).respond)
  const reply = await ask(mai, requests[0])
  await Promise.all(answers.map(({ asked }) => asked))
  const [other] = comparisonOf(['test-model', 'sandbox-writer'], { chatId, parentTurnId, isLast: true })
  expect(await codeOf(await ask(kim, other))).toBe('ANSWER_RUNNING')
  for (const answer of answers) {
    answer.say('Tea.')
    answer.finish()
  }
  await readEvents(reply)
  await read(mai, requests[1] as AskQuestion)
  const payers = await sql<{ id: string }>`
    select distinct user_id as id from credit_hold
    where turn_id = any(${requests.map(({ turnId }) => turnId)})`.execute(world.database.kysely)
  expect(payers.rows).toEqual([{ id: mai.userId }])
})

test('CHAT-12 OPS-02 both answers of a comparison go on in the next process when theirs dies', async () => {
  const answers = [holdAnswer(), holdAnswer()]
  world.model.script('test-model', (answers[0] as (typeof answers)[0]).respond)
  world.model.script('sandbox-writer', (answers[1] as (typeof answers)[0]).respond)
  const [first, second] = comparisonOf(['test-model', 'sandbox-writer']) as [AskQuestion, AskQuestion]
  void ask(kim, first)
  await Promise.all(answers.map(({ asked }) => asked))
  await world.app.close({ drainMs: 0 })
  world.model.reset()
  world.model.script('*', words('Here I am.'))
  await world.restart()
  await expect
    .poll(async () => byColumn((await chatOf(kim, first.chatId)).turns).map(({ state }) => state), {
      timeout: 30_000,
    })
    .toEqual(['answered', 'answered'])
  const turns = byColumn((await chatOf(kim, first.chatId)).turns)
  expect(turns.map(({ turnId }) => turnId)).toEqual([first.turnId, second.turnId])
  expect(turns.map(({ parts }) => answerText(parts))).toEqual(['Here I am.', 'Here I am.'])
  expect(await rowsOf(first.chatId)).toMatchObject({ turns: 2, charges: 2 })
})
