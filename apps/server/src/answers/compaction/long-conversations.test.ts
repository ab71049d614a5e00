import { type ChatId, mintId, type TurnId } from '@atrium/contract'
import { holdAnswer, type ScriptedCall } from '@atrium/sandbox'
import { call, endOf, readEvents, startWorld, type TestPerson, textOf, type World } from '@atrium/testkit'
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
  world.model.script('*', answerOrSummarise)
})
afterAll(() => world.close())

/** A model with a context window of 1,000 tokens: 800 are too many. */
const modelId = 'test-small'
const isSummary = (conversation: ScriptedCall['conversation']) =>
  conversation.instructions.startsWith('Summarise the conversation')
let summaries = 0
function answerOrSummarise({ conversation }: ScriptedCall) {
  const text = isSummary(conversation) ? `Summary ${++summaries}: tea was first.` : 'word '.repeat(60)
  return [{ text }, { finish: 'stop' as const }]
}

type Sent = { messages: { role: string; content: string }[] }
const sent = () => world.model.requests().map(({ body }) => body as Sent)
/** The last prompt that the answering model received. */
const lastPrompt = () =>
  sent().findLast(({ messages }) => messages[0]?.content.startsWith('You answer questions'))?.messages ?? []
const summariesAsked = () =>
  sent().filter(({ messages }) => messages[0]?.content.startsWith('Summarise the conversation'))
const chatOf = async (chatId: ChatId) => (await call('getChat', kim.api, { params: { chatId } })).message

const pictureOf = (turnId: TurnId) => ({
  type: 'picture',
  id: turnId,
  fileId: mintId('file'),
  name: 'tea.png',
  contentType: 'image/png',
  sizeBytes: 70,
  width: 1,
  height: 1,
})

/** Asks questions in one chat, one after another; each answer has 60 words. */
async function converse(count: number, chatId: ChatId = mintId('chat'), from: TurnId | null = null) {
  const turnIds: TurnId[] = []
  const ends = []
  for (let number = 1; number <= count; number++) {
    const parentTurnId = turnIds.at(-1) ?? from
    const { turnId, response } = await kim.ask(`Question ${number}, marked q${number}q.`, {
      chatId,
      parentTurnId,
      modelId,
    })
    const { events } = await readEvents(response)
    ends.push(endOf(events))
    turnIds.push(turnId)
  }
  return { chatId, turnIds, ends, last: turnIds.at(-1) as TurnId }
}

test('CHAT-14 a conversation that outgrows its model continues with a summary of its oldest turns', async () => {
  const { chatId, turnIds, ends } = await converse(12)
  expect(ends.map((end) => end?.state)).toEqual(ends.map(() => 'answered'))
  const [received] = summariesAsked()
  expect(received?.messages[1]?.content).toContain('q1q')

  const { summaries: kept, turns } = await chatOf(chatId)
  const summary = kept.toSorted((one, other) => one.questionCount - other.questionCount).at(-1)
  expect(summary?.questionCount).toBe(turnIds.indexOf(summary?.turnId as TurnId) + 1)
  // Readers still see every message as written.
  expect(turns).toHaveLength(12)
  expect(turns[0]?.parts).toMatchObject([{ text: expect.stringContaining('word word') }])

  const prompt = lastPrompt()
  expect(prompt[0]?.content).toContain('You answer questions')
  expect(prompt[0]?.content).not.toContain('Summary')
  expect(prompt[1]).toMatchObject({ role: 'user' })
  expect(prompt[1]?.content).toContain(summary?.text)
  expect(JSON.stringify(prompt)).not.toContain('q1q')
  expect(JSON.stringify(prompt)).toContain('q12q')
})

test('CHAT-14 a reader learns that a summary is being written, before the answer', async () => {
  const { chatId, last } = await converse(5)
  const held = holdAnswer()
  world.model.script('*', (scripted) =>
    isSummary(scripted.conversation) ? held.respond(scripted) : answerOrSummarise(scripted),
  )
  const { response } = await kim.ask('word '.repeat(450), { chatId, parentTurnId: last, modelId })
  await held.asked
  held.say('Tea was first.')
  held.finish()
  const { events } = await readEvents(response)
  const received = events.flatMap(({ part }) => (part.type === 'data-summary' ? [part.data] : []))
  expect(received.map(({ isWritten }) => isWritten)).toEqual([false, true])
  expect(received[0]?.questionCount).toBeGreaterThan(0)
  expect(events.findIndex(({ part }) => part.type === 'data-summary')).toBeLessThan(
    events.findIndex(({ part }) => part.type === 'text-delta'),
  )
})

test('CHAT-14 a summary builds on the one before it, and is not used on a branch that it does not cover', async () => {
  const { chatId, turnIds } = await converse(16)
  expect(summariesAsked().length).toBeGreaterThan(1)
  const again = summariesAsked().at(-1)?.messages[1]?.content ?? ''
  expect(again).toMatch(/Summary \d+: tea was first/)
  expect(again).not.toContain('q1q')
  const { response } = await kim.ask('Otherwise?', { chatId, parentTurnId: turnIds[0] as TurnId, modelId })
  await readEvents(response)
  expect(JSON.stringify(lastPrompt())).toContain('q1q')
  expect(JSON.stringify(lastPrompt())).not.toContain('Summary')
})

test('CHAT-14 a person can read and change a summary, send everything again, and undo that', async () => {
  const { chatId, last } = await converse(6)
  const { message: made } = await call('summariseChat', kim.api, {
    params: { chatId },
    body: { lastTurnId: last, modelId },
  })
  const turnId = made?.turnId as TurnId
  const changed = await call('changeSummary', kim.api, {
    params: { chatId, turnId },
    body: { text: 'Coffee was first.' },
  })
  expect(changed.message).toMatchObject({ text: 'Coffee was first.', isEdited: true })
  const next = { chatId, parentTurnId: last }
  await readEvents((await kim.ask('Which?', { ...next, modelId })).response)
  expect(lastPrompt()[1]?.content).toContain('Coffee was first.')

  await call('changeChat', kim.api, { params: { chatId }, body: { sendsAll: true } })
  expect(await chatOf(chatId)).toMatchObject({ sendsAll: true })
  await readEvents((await kim.ask('Which?', { ...next, modelId: 'test-model' })).response)
  expect(JSON.stringify(lastPrompt())).toContain('q1q')
  expect(JSON.stringify(lastPrompt())).not.toContain('Coffee was first.')

  const tooLong = 'word '.repeat(450)
  const refused = await kim.ask(tooLong, { ...next, modelId })
  const { code, details } = (await refused.response.json()) as {
    code: string
    details: Record<string, number>
  }
  expect(code).toBe('TOKEN_LIMIT_REACHED')
  expect(details['excess']).toBeGreaterThan(0)

  await call('changeChat', kim.api, { params: { chatId }, body: { sendsAll: false } })
  const { events } = await readEvents((await kim.ask(tooLong, { ...next, modelId })).response)
  expect(endOf(events)?.state).toBe('answered')
  expect(lastPrompt()[1]?.content).toContain('Coffee was first.')

  const bo = await world.signUp({ name: 'Bo Example' })
  const foreign = { params: { chatId, turnId }, body: { text: 'Nothing was.' } }
  await expect(call('changeSummary', bo.api, foreign)).rejects.toThrow('NOT_FOUND')
})

test("CHAT-14 on request the older part is summarized at once, at the model's cost", async () => {
  const { chatId, last } = await converse(4)
  const charged = async () =>
    (await chatOf(chatId)).turns.reduce((sum, turn) => sum + (turn.creditsCharged ?? 0), 0)
  const before = await charged()
  const asked = { params: { chatId }, body: { lastTurnId: last, modelId } }
  const { message } = await call('summariseChat', kim.api, asked)
  expect(message).toMatchObject({ text: expect.stringContaining('tea was first'), isEdited: false })
  expect((await chatOf(chatId)).summaries).toEqual([message])
  expect(await charged()).toBe(before)
  expect(await paidSummaries(chatId)).toEqual([{ state: 'finished', isCharged: true }])
  const elsewhere = { params: { chatId: mintId('chat') }, body: asked.body }
  await expect(call('summariseChat', kim.api, elsewhere)).rejects.toThrow('NOT_FOUND')
})

test('CHAT-14 one summary of a chat is written at a time, and none without credits for it', async () => {
  const { chatId, last } = await converse(4)
  const asked = { params: { chatId }, body: { lastTurnId: last, modelId } }
  const held = holdAnswer()
  world.model.script('*', held.respond)
  const first = call('summariseChat', kim.api, asked)
  await held.asked
  await expect(call('summariseChat', kim.api, asked)).rejects.toThrow('CONFLICT')
  held.say('Tea was first.')
  held.finish()
  expect((await first).message?.text).toBe('Tea was first.')

  const poor = await world.signUp({ name: 'Po Example' })
  const { response, chatId: poorChat, turnId } = await poor.ask('Question? '.repeat(60), { modelId })
  await readEvents(response)
  await sql`update credit_balance set available_milli = 0 where account_id = ${poor.accountId} and holder = ${poor.userId}`.execute(
    world.database.kysely,
  )
  const before = world.model.requests().length
  await expect(
    call('summariseChat', poor.api, { params: { chatId: poorChat }, body: { lastTurnId: turnId, modelId } }),
  ).rejects.toThrow('CREDITS_EXHAUSTED')
  expect(world.model.requests().length).toBe(before)
})

async function paidSummaries(chatId: ChatId) {
  const found = await sql<{ state: string; isCharged: boolean }>`
    select call.state, call.credits_charged_milli > 0 and call.credits_charged_milli = hold.charged_milli as "isCharged"
    from shaping_call as call join credit_hold as hold on hold.turn_id = call.id
    where call.kind = 'summary' and call.user_id = ${kim.userId}
      and call.account_id = (select account_id from chat where id = ${chatId})
    order by call.started_at desc limit 1`.execute(world.database.kysely)
  return found.rows
}

test('CHAT-14 a summary includes that an answer was pictures, and such an answer is not empty', async () => {
  const { chatId, turnIds, last } = await converse(4)
  const [drawn] = turnIds
  await sql`update turn set state = 'failed', parts = ${JSON.stringify([pictureOf(drawn as TurnId)])}::jsonb where id = ${drawn}`.execute(
    world.database.kysely,
  )
  const isBlank = async () => {
    const opened = await call('openChat', kim.api, { params: { chatId }, query: { count: '1' } })
    return opened.message.outline.find(({ turnId }) => turnId === drawn)?.isBlank
  }
  expect(await isBlank()).toBe(false)
  await call('summariseChat', kim.api, { params: { chatId }, body: { lastTurnId: last, modelId } })
  expect(summariesAsked().at(-1)?.messages[1]?.content).toContain('[I made a picture and showed it here.]')
  await sql`update turn set parts = '[]' where id = ${drawn}`.execute(world.database.kysely)
  expect(await isBlank()).toBe(true)
})

test('CHAT-14 a temporary chat that is left during its summary gets none', async () => {
  const chatId = mintId('chat')
  const first = await kim.ask('Question?', { chatId, modelId, isTemporary: true })
  await readEvents(first.response)
  const held = holdAnswer()
  world.model.script('*', held.respond)
  const summarising = call('summariseChat', kim.api, {
    params: { chatId },
    body: { lastTurnId: first.turnId, modelId },
  })
  await held.asked
  await call('leaveTemporaryChat', kim.api, { params: { chatId } })
  held.say('Tea was first.')
  held.finish()
  await expect(summarising).rejects.toThrow('NOT_FOUND')
  const left = () =>
    sql`select from chat_summary where chat_id = ${chatId} union all select from chat where id = ${chatId}`.execute(
      world.database.kysely,
    )
  await expect.poll(async () => (await left()).rows).toEqual([])
})

test('CHAT-14 CHAT-10 when summarizing fails, the question ends with an error, is kept, costs nothing and can be retried', async () => {
  const { chatId, last } = await converse(5)
  world.model.script('*', (scripted) =>
    isSummary(scripted.conversation) ? [{ drop: true }] : answerOrSummarise(scripted),
  )
  const body = { chatId, parentTurnId: last, modelId }
  const { turnId, response } = await kim.ask('word '.repeat(450), body)
  expect(endOf((await readEvents(response)).events)).toMatchObject({
    state: 'failed',
    errorCode: 'SUMMARY_FAILED',
    creditsCharged: 0,
  })
  expect((await chatOf(chatId)).summaries).toEqual([])
  const asked = { params: { chatId }, body: { lastTurnId: last, modelId } }
  await expect(call('summariseChat', kim.api, asked)).rejects.toThrow('SUMMARY_FAILED')

  world.model.reset()
  world.model.script('*', answerOrSummarise)
  const again = await kim.ask('', { ...body, ask: { kind: 'regenerate', turnId } })
  const { events } = await readEvents(again.response)
  expect(textOf(events)).toContain('word word')
  expect((await chatOf(chatId)).summaries).toHaveLength(1)
})

test('CHAT-14 a question whose writer stopped during the summary is summarized and answered by the next writer', async () => {
  const { chatId, last } = await converse(5)
  const held = holdAnswer()
  world.model.script('*', held.respond)
  const { turnId, response } = await kim.ask('word '.repeat(450), { chatId, parentTurnId: last, modelId })
  await held.asked
  await response.body?.cancel()
  world.model.reset()
  world.model.script('*', answerOrSummarise)
  await world.restart()
  await expect
    .poll(async () => (await chatOf(chatId)).turns.find((turn) => turn.turnId === turnId)?.state)
    .toBe('answered')
  expect((await chatOf(chatId)).summaries).toHaveLength(1)
})

test('CHAT-14 stopping during the summary ends the answer', async () => {
  const { chatId, last } = await converse(5)
  const held = holdAnswer()
  world.model.script('*', held.respond)
  const { turnId, response } = await kim.ask('word '.repeat(450), { chatId, parentTurnId: last, modelId })
  await held.asked
  await call('stopAnswer', kim.api, { params: { turnId } })
  expect(endOf((await readEvents(response)).events)).toMatchObject({ state: 'stopped', creditsCharged: 0 })
})

test('CHAT-14 the estimate shows what would be summarized', async () => {
  const { chatId, last } = await converse(5)
  const ask = async (text: string) =>
    (await call('estimateQuestion', kim.api, { body: { chatId, parentTurnId: last, modelId, text } })).data
  const short = await ask('')
  expect(short).toMatchObject({ contextLimit: 1000, questionsToSummarise: 0 })
  expect(short.inputTokens).toBe(short.contextTokens)
  const long = await ask('word '.repeat(450))
  expect(long.questionsToSummarise).toBeGreaterThan(0)
  expect(long.inputTokens).toBeLessThan(long.contextTokens)
})

test('a long chat opens with the end of its branch and an outline of the rest, which loads on request', async () => {
  const { chatId, turnIds, last } = await converse(3)
  const stem = '01890000-0000-7000-8000-'
  const at = (kind: string, before = 0) =>
    sql`${sql.lit(`${kind}_${stem}`)} || lpad(to_hex(n - ${sql.lit(before)}), 12, '0')`
  const grown = (number: number): TurnId => `turn_${stem}${number.toString(16).padStart(12, '0')}`
  await sql`
    insert into message (account_id, chat_id, id, author_id, text)
    select account_id, chat_id, ${at('message')}, author_id, 'Question number ' || n from message, generate_series(1, 60) as n
    where id = (select question_message_id from turn where id = ${last})`.execute(world.database.kysely)
  await sql`
    insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, asked_by, requested_model_id, style,
      request_hash, state, parts, ended_at)
    select account_id, ${at('turn')}, chat_id, case n when 1 then id else ${at('turn', 1)} end, 100 + n, ${at('message')}, asked_by,
      requested_model_id, style, request_hash, 'answered', parts, now() from turn, generate_series(1, 60) as n
    where id = ${last}`.execute(world.database.kysely)
  const opened = (await call('openChat', kim.api, { params: { chatId }, query: { count: '10' } })).message
  // The branch that was read last, to its end.
  expect(opened.turns.map(({ turnId }) => turnId)).toEqual(
    Array.from({ length: 10 }, (_, index) => grown(index + 51)),
  )
  expect(opened.outline).toHaveLength(53)
  expect(opened.outline[0]).toMatchObject({
    turnId: turnIds[0],
    words: 'Question 1, marked q1q.',
    isBlank: false,
  })
  const older = { params: { chatId }, query: { last: grown(2), count: '4' } }
  const found = (await call('listTurns', kim.api, older)).message
  expect(found.map(({ turnId }) => turnId)).toEqual([turnIds[1], turnIds[2], grown(1), grown(2)])
  expect((await chatOf(chatId)).turns).toHaveLength(63)
})
