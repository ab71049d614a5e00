import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'

/** A worker that answers when a test says so. */
class TestWorker {
  static started: TestWorker[] = []
  readonly requests: HighlightRequest[] = []
  isEnded = false
  #listener: (event: { data: HighlightReply }) => void = () => {}

  constructor() {
    TestWorker.started.push(this)
  }
  addEventListener(_type: string, listener: (event: { data: HighlightReply }) => void) {
    this.#listener = listener
  }
  postMessage(request: HighlightRequest) {
    this.requests.push(request)
  }
  terminate() {
    this.isEnded = true
  }
  reply(reply: HighlightReply) {
    this.#listener({ data: reply })
  }
}

beforeEach(() => {
  TestWorker.started = []
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('Worker', TestWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function openBlock(language: string) {
  const { openColoredBlock } = await import('./colored-block.ts')
  const lines: unknown[] = []
  const block = openColoredBlock(language, (read) => lines.push(read.tokens))
  if (!block) throw new Error(`${language} is unknown`)
  return { block, lines }
}
const worker = () => TestWorker.started.at(-1) as TestWorker
const codes = () => worker().requests.map(({ code }) => code)

test('CHAT-06 one request at a time: the newest code is sent after the one before has been read', async () => {
  const { block, lines } = await openBlock('ts')
  for (const code of ['a', 'ab', 'abc']) block.color(code)
  expect(codes()).toEqual(['a'])
  const id = worker().requests[0]?.block ?? 0
  worker().reply({ block: id, from: 0, tokens: [[{ text: 'a' }]] })
  worker().reply({ block: id, end: 'done' })
  expect(lines).toEqual([[[{ text: 'a' }]]])
  expect(codes()).toEqual(['a', 'abc'])
})

test('CHAT-06 code that is never read ends the worker and stays plain; other code is colored by a new one', async () => {
  const endless = await openBlock('ts')
  endless.block.color('endless')
  const other = await openBlock('py')
  vi.advanceTimersByTime(1000)
  other.block.color('old')
  other.block.color('new')
  const first = worker()
  vi.advanceTimersByTime(29_000)
  expect(first.isEnded).toBe(true)
  expect(worker()).not.toBe(first)
  expect(codes()).toEqual(['new'])
  worker().reply({ block: worker().requests[0]?.block ?? 0, end: 'done' })
  endless.block.color('endless and more')
  endless.block.close()
  vi.advanceTimersByTime(60_000)
  expect(codes()).toEqual(['new'])
  expect(worker().isEnded).toBe(false)
  expect(TestWorker.started).toHaveLength(2)
})

test('CHAT-06 what has been read, has failed or is closed ends no worker', async () => {
  const { block: read } = await openBlock('ts')
  const { block: failed } = await openBlock('ts')
  const { block: closed } = await openBlock('ts')
  for (const block of [read, failed, closed]) block.color('a')
  const [one, two] = worker().requests
  worker().reply({ block: one?.block ?? 0, end: 'done' })
  worker().reply({ block: two?.block ?? 0, end: 'failed' })
  closed.close()
  vi.advanceTimersByTime(60_000)
  expect(worker().isEnded).toBe(false)
  failed.color('ab')
  expect(codes()).toEqual(['a', 'a', 'a', undefined])
})
