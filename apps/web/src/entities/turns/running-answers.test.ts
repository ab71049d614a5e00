import { answerText, mintId } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answerOf,
  startAnswerStreamServer,
  streamBytes,
  type AnswerStreamServer,
} from './answer-stream-server.fixture.ts'
import { createOutbox } from './outbox.ts'
import { storageIn } from './storage.fixture.ts'
import { createRunningAnswers } from './running-answers.ts'
import type { AskContext, AskedHere, RunningAnswer } from './running-answer.ts'

const turnId = mintId('turn')
const chatId = mintId('chat')
const words = ['Xin ', 'chào', ' thế ', 'giới. ', '你好，', '世界。 ', 'مرحبا', ' 👋🏽']
const wholeText = words.join('')
const parts = answerOf(turnId, chatId, words)
const context: AskContext = { userId: mintId('user'), accountId: mintId('account'), roomId: mintId('room') }

const asked: AskedHere = {
  request: {
    chatId,
    turnId,
    parentTurnId: null,
    modelId: 'm',
    style: 'quick',
    ask: { kind: 'question', messageId: mintId('message'), text: 'Hello?' },
  },
  question: {
    messageId: mintId('message'),
    text: 'Hello?',
    attachments: [],
    mentions: [],
    authorId: context.userId,
    authorName: 'Mai',
    askedAt: '2026-11-21T03:00:00.000Z',
  },
}

let server: AnswerStreamServer
let storage: Map<string, string>
beforeEach(async () => {
  server = await startAnswerStreamServer(parts)
  storage = new Map()
})
afterEach(() => server.close())

const outbox = () => createOutbox(() => storageIn(storage))

/** A store on the test's server; `ended` and `gone` gather what became of its turns. Its back-off is cut short by waking it. */
function openStore() {
  const wakeUps = new EventTarget()
  const ended: RunningAnswer[] = []
  const gone: RunningAnswer[] = []
  let accepted = 0
  const answers = createRunningAnswers({
    transport: server.transport,
    outbox: outbox(),
    wakeUps,
    pace: (work) => work,
    onAccepted: () => (accepted += 1),
    onEnded: (answer) => ended.push(answer),
    onGone: (answer) => gone.push(answer),
    silenceLimitMs: 2000,
  })
  answers.subscribe(() => {
    if (answers.answerOf(turnId)?.connection === 'reconnecting')
      setImmediate(() => wakeUps.dispatchEvent(new Event('wake')))
  })
  return { answers, ended, gone, wakeUps, accepted: () => accepted }
}

test('CHAT-03 an answer is read to its end and forgotten, with its text, model and end', async () => {
  const { answers, ended } = openStore()
  answers.ask(asked, context)
  expect(answers.answersIn(chatId).map((answer) => answer.turnId)).toEqual([turnId])
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  expect(answerText(ended[0]?.parts ?? [])).toBe(wholeText)
  expect(ended[0]).toMatchObject({
    start: { modelName: 'Model', sandbox: true },
    end: { state: 'answered' },
    lastEventId: parts.length,
  })
  expect(answers.answerOf(turnId)).toBeNull()
  expect(outbox().all()).toEqual([])
})

test(
  'CHAT-04 B47 a connection cut at any byte neither loses nor repeats a word',
  { timeout: 240_000 },
  async () => {
    const length = streamBytes(parts, 0).length
    for (let cut = 0; cut < length; cut += 1) {
      const offset = server.calls.length
      server.cutAfterBytes = (connection) => (connection === offset ? cut : undefined)
      const { answers, ended } = openStore()
      answers.ask(asked, context)
      await vi.waitFor(() => expect(ended).toHaveLength(1), { interval: 2 })
      expect(answerText(ended[0]?.parts ?? []), `cut after ${cut} bytes`).toBe(wholeText)
    }
    expect(server.opened).toEqual([turnId])
  },
)

test('CHAT-04 every connection cut after a few bytes still ends whole when each brings one event', async () => {
  const longest = Math.max(...parts.map((_, index) => streamBytes(parts, index).indexOf('\n\n') + 2))
  server.cutAfterBytes = () => longest
  const { answers, ended } = openStore()
  answers.ask(asked, context)
  await vi.waitFor(() => expect(ended).toHaveLength(1), { timeout: 8000 })
  expect(answerText(ended[0]?.parts ?? [])).toBe(wholeText)
  expect(server.calls.length).toBeGreaterThan(3)
})

test('B49 a question whose reply never came is sent again with its ids, and opened once', async () => {
  server.refuse = (connection) => (connection < 3 ? 'drop' : undefined)
  const { answers, ended, accepted } = openStore()
  answers.ask(asked, context)
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  expect(server.calls).toEqual(Array.from({ length: 4 }, () => `ask ${turnId}`))
  expect(server.opened).toEqual([turnId])
  expect(accepted()).toBe(1)
})

test('B49 a question asked offline waits in the browser over a reload and is sent once on return', async () => {
  server.refuse = () => 'drop'
  const before = openStore()
  before.answers.ask(asked, context)
  await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(0))
  before.answers.leaveAll()
  server.opened.length = 0
  server.refuse = () => undefined

  const someoneElse = openStore()
  someoneElse.answers.resume({ userId: mintId('user'), accountId: context.accountId })
  expect(someoneElse.answers.answersIn(chatId)).toEqual([])

  const after = openStore()
  after.answers.resume(context)
  after.answers.resume(context)
  expect(after.answers.answersIn(chatId)[0]?.asked?.question.text).toBe('Hello?')
  await vi.waitFor(() => expect(after.ended).toHaveLength(1))
  expect(server.opened).toEqual([turnId])
  expect(outbox().all()).toEqual([])
  after.answers.resume(context)
  expect(after.answers.answersIn(chatId)).toEqual([])
})

test('CHAT-04 a late reader continues after the stored text', async () => {
  const { answers, ended } = openStore()
  const storedEvents = 8
  answers.attach({
    turnId,
    chatId,
    context,
    lastEventId: storedEvents,
    parts: [
      { type: 'reasoning', id: 'r', text: 'Je réfléchis…' },
      { type: 'text', id: 't', text: words.slice(0, 2).join('') },
    ],
  })
  answers.attach({ turnId, chatId, context, lastEventId: 0, parts: [] })
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  expect(server.calls).toEqual([`read ${turnId} after ${storedEvents}`])
  expect(answerText(ended[0]?.parts ?? [])).toBe(wholeText)
})

test('CHAT-04 a turn that is not there after reconnecting sends the reader to load the chat again', async () => {
  server.cutAfterBytes = () => 300
  server.refuse = (connection) =>
    connection === 1 ? { code: 'NOT_FOUND', retryAfterSeconds: null, details: {} } : undefined
  const { answers, gone, ended } = openStore()
  answers.ask(asked, context)
  await vi.waitFor(() => expect(gone).toHaveLength(1))
  expect(ended).toEqual([])
  expect(answers.answerOf(turnId)).toBeNull()
})

test('B55 a turn whose log is deleted, replayed with a single event number, makes the reader reload the chat', async () => {
  const { answers, gone } = openStore()
  const replayed =
    parts.map((part) => `id: 40\ndata: ${JSON.stringify(part)}\n\n`).join('') + 'data: [DONE]\n\n'
  vi.spyOn(server.transport, 'read').mockResolvedValue(new Response(replayed).body!)
  answers.attach({ turnId, chatId, context, lastEventId: 5, parts: [] })
  await vi.waitFor(() => expect(gone).toHaveLength(1))
})

test('CHAT-14 a refused question stays with its reason, over a reload too, until it is withdrawn', async () => {
  const refusal = {
    code: 'NOT_ENOUGH_CREDITS' as const,
    retryAfterSeconds: null,
    details: { availableMilli: 20 },
  }
  server.refuse = () => refusal
  const { answers } = openStore()
  answers.ask(asked, context)
  await vi.waitFor(() => expect(answers.answerOf(turnId)?.refusal).toEqual(refusal))
  expect(server.calls).toHaveLength(1)

  const after = openStore()
  after.answers.resume(context)
  expect(after.answers.answerOf(turnId)).toMatchObject({ refusal, connection: 'ended' })
  expect(server.calls).toHaveLength(1)
  expect(after.answers.withdraw(turnId)?.question.text).toBe('Hello?')
  expect(after.answers.answersIn(chatId)).toEqual([])
  expect(outbox().all()).toEqual([])
})

test('B45 Stop pressed while the question is being sent reaches the server once the question is accepted', async () => {
  const { answers, ended } = openStore()
  answers.ask(asked, context)
  await answers.stop(turnId)
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  await vi.waitFor(() => expect(server.stopped).toEqual([turnId]))
})

test('CHAT-04 a silent connection is reopened', async () => {
  const silent = new ReadableStream<Uint8Array>({})
  const read = vi.fn(server.transport.read)
  const ended: RunningAnswer[] = []
  const answers = createRunningAnswers({
    transport: { ...server.transport, ask: async () => silent, read },
    outbox: outbox(),
    wakeUps: new EventTarget(),
    pace: (work) => work,
    onEnded: (answer) => ended.push(answer),
    onGone: () => undefined,
    silenceLimitMs: 40,
  })
  answers.ask(asked, context)
  await vi.waitFor(() => expect(ended).toHaveLength(1), { timeout: 60_000 })
  expect(read).toHaveBeenCalledOnce()
  expect(answerText(ended[0]?.parts ?? [])).toBe(wholeText)
})

test('CHAT-03 subscribers are notified once per frame, and unchanged values keep their identity', async () => {
  const frames: (() => void)[] = []
  const answers = createRunningAnswers({
    transport: server.transport,
    outbox: outbox(),
    wakeUps: new EventTarget(),
    pace: (work) => () => void (frames.includes(work) || frames.push(work)),
    onEnded: () => undefined,
    onGone: () => undefined,
  })
  let received = 0
  answers.subscribe(() => (received += 1))
  answers.ask(asked, context)
  expect(received).toBe(1)
  expect(answers.answerOf(turnId)).toBe(answers.answerOf(turnId))
  await vi.waitFor(() => expect(answers.answerOf(turnId)).toBeNull())
  // Once at the start and once at the end: the events in between waited for a frame that never came in this test.
  expect(received).toBe(2)
  expect(frames).toHaveLength(1)
})
