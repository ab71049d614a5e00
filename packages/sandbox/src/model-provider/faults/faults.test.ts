import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cutBytes } from '../answer/connection.ts'
import { asking, modelOf, readStream, readWhole, vendors } from '../read-answer.ts'
import { startModelProvider, type ModelProvider } from '../start-model-provider.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
})
afterEach(() => provider.reset())
afterAll(() => provider.close())

describe.each(vendors)('faults as the %s client sees them', (vendor) => {
  const ask = (fault: string, more = {}) =>
    readStream(
      modelOf(vendor, provider.url, 'sandbox-writer'),
      asking(`How do rivers form? [[sandbox:${fault}]]`, more),
    )

  test.each([
    ['429=7', 429, true],
    ['500', 500, true],
    ['503', 503, true],
    ['529', 529, true],
    ['401', 401, false],
    ['html', 502, true],
  ])('%s refuses before anything is said', async (fault, statusCode, isRetryable) => {
    const { errors, text } = await ask(fault)
    expect(text).toBe('')
    expect(errors).toEqual([expect.objectContaining({ statusCode, isRetryable })])
    if (statusCode === 429)
      expect(errors).toEqual([
        expect.objectContaining({ responseHeaders: expect.objectContaining({ 'retry-after': '7' }) }),
      ])
  })

  test('drop-after cuts the stream without a finish reason', async () => {
    const answer = await ask('drop-after=5')
    expect(answer.deltas).toBeLessThanOrEqual(5)
    expect(answer.errors.length).toBeGreaterThan(0)
    expect((await provider.waitForRequest(({ state }) => state === 'dropped')).model).toBe('sandbox-writer')
  })

  test('stall-after keeps the socket open and silent until the client leaves', async () => {
    const leaving = new AbortController()
    const answering = ask('stall-after=4', { abortSignal: leaving.signal })
    const request = await provider.waitForRequest(({ state }) => state === 'running')
    leaving.abort()
    await answering
    await provider.waitForRequest(({ number, state }) => number === request.number && state === 'client-left')
  })

  test('vanish-after ends in good order but without a finish', async () => {
    const answer = await ask('vanish-after=5')
    expect(answer.deltas).toBe(5)
    expect(answer.finishReason?.unified).not.toBe('stop')
  })

  test('malformed-after sends one event that cannot be parsed', async () => {
    const answer = await ask('malformed-after=5')
    expect(answer.errors.length).toBeGreaterThan(0)
  })

  test('error-after sends an error event in the middle', async () => {
    const answer = await ask('error-after=5')
    expect(answer.deltas).toBe(5)
    expect(answer.errors.length).toBeGreaterThan(0)
    expect(answer.finishReason?.unified).not.toBe('stop')
  })

  test('content-filter ends the stream like the vendor', async () => {
    const answer = await ask('content-filter=3')
    expect(answer.deltas).toBe(3)
    expect(answer.finishReason?.unified).toBe('content-filter')
  })

  test('zero-output finishes without a text', async () => {
    const answer = await ask('zero-output')
    expect(answer).toMatchObject({ text: '', reasoning: '', errors: [], finishReason: { unified: 'stop' } })
  })

  test('duplicate-end leaves the text as it is', async () => {
    const answer = await ask('duplicate-end')
    const plain = await ask('rate=max')
    expect(answer.text).toBe(plain.text)
  })

  test('no-usage and absurd-usage', async () => {
    const none = await ask('no-usage')
    expect(none.finishReason?.unified).toBe('stop')
    expect(none.usage?.outputTokens.total ?? 0).toBe(0)
    expect((await ask('absurd-usage=huge')).usage?.outputTokens.total).toBe(1e12)
    expect((await ask('absurd-usage=negative')).usage?.outputTokens.total).toBeLessThan(0)
  })

  test.each(['split-characters', 'single-bytes'])('%s leaves the text as it is', async (fault) => {
    const model = modelOf(vendor, provider.url, 'sandbox-quick')
    const text = 'Xin chào thế giới – 你好，世界 👋🏽'
    const answer = await readStream(model, asking(`Echo: ${text} [[sandbox:${fault}]]`))
    expect(answer).toMatchObject({ text, errors: [] })
  })

  test('a fault can be had without streaming too', async () => {
    const model = modelOf(vendor, provider.url, 'sandbox-quick')
    for (const fault of ['500', 'malformed-after', 'drop-after']) {
      expect((await readWhole(model, asking(`Hello there [[sandbox:${fault}]]`))).errors).toHaveLength(1)
    }
  })
})

test('duplicate-end really sends the end twice', async () => {
  const body = {
    model: 'sandbox-quick',
    stream: true,
    messages: [{ role: 'user', content: 'Hi [[sandbox:duplicate-end]]' }],
  }
  const reply = await fetch(`${provider.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect((await reply.text()).split('data: [DONE]')).toHaveLength(3)
})

test('characters are really torn apart', () => {
  const text = Buffer.from('aé你👋z')
  const torn = cutBytes(text, 'inside-characters')
  expect(Buffer.concat(torn)).toEqual(text)
  expect(torn).toHaveLength(4)
  expect(torn.every((piece) => piece.toString().includes('\uFFFD'))).toBe(true)
  expect(cutBytes(text, 'single-bytes').map(({ length }) => length)).toEqual(
    Array.from({ length: 11 }, () => 1),
  )
})

test('late sends nothing before its time', async () => {
  const leaving = new AbortController()
  const { stream } = await quick(provider.url).doStream(
    asking('Hello [[sandbox:late=100000000]]', { abortSignal: leaving.signal }),
  )
  const reader = stream.getReader()
  const types: string[] = []
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) types.push(next.value.type)
  })().catch(() => types.push('aborted'))
  await expect.poll(() => types).toContain('response-metadata')
  leaving.abort()
  await reading
  expect(types).not.toContain('text-delta')
})

const quick = (url: string) => modelOf('openai responses', url, 'sandbox-quick')

test('long-line is one line of ten megabytes', async () => {
  const answer = await readStream(quick(provider.url), asking('Go [[sandbox:long-line]]'))
  expect(answer.text.length).toBe(10_000_000)
  expect(answer.text).not.toContain('\n')
})

test('endless streams until the client disconnects', async () => {
  const leaving = new AbortController()
  const { stream } = await quick(provider.url).doStream(
    asking('Go [[sandbox:endless]]', { abortSignal: leaving.signal }),
  )
  let deltas = 0
  for await (const part of stream) {
    if (part.type === 'text-delta' && ++deltas === 500) break
  }
  leaving.abort()
  expect(deltas).toBe(500)
  await provider.waitForRequest(({ state }) => state === 'client-left')
})

test('rules meet the next requests that fit, and are used up', async () => {
  provider.setFaults([
    { fault: '429=1', times: 2, model: 'sandbox-quick' },
    { fault: '500', times: 1, when: ({ question }) => question.includes('lunch') },
  ])
  const ask = async (model: string, question: string) =>
    (await readStream(modelOf('anthropic', provider.url, model), asking(question))).errors.map(
      (error) => (error as { statusCode: number }).statusCode,
    )
  expect(await ask('sandbox-writer', 'What is dinner?')).toEqual([])
  expect(await ask('sandbox-quick', 'What is dinner?')).toEqual([429])
  expect(await ask('sandbox-quick', 'What is dinner?')).toEqual([429])
  expect(await ask('sandbox-quick', 'What is dinner?')).toEqual([])
  expect(await ask('sandbox-writer', 'What is lunch?')).toEqual([500])
  expect(await ask('sandbox-writer', 'What is lunch?')).toEqual([])
})

test('once meets a question only the first time, and never the title made from it', async () => {
  const question = 'How do clouds form? [[sandbox:once, 503]]'
  const titled = await readStream(
    quick(provider.url),
    asking(question, { instructions: 'Write a title for this conversation.' }),
  )
  expect(titled).toMatchObject({ errors: [], text: 'How do clouds form' })
  expect((await readStream(quick(provider.url), asking(question))).errors).toHaveLength(1)
  expect((await readStream(quick(provider.url), asking(question))).errors).toEqual([])
})

test('a misspelt fault is refused and not taken for none', async () => {
  const answer = await readStream(quick(provider.url), asking('Hi [[sandbox:stal-after=3]]'))
  expect(answer.errors).toEqual([
    expect.objectContaining({ statusCode: 400, message: expect.stringContaining('stal-after') }),
  ])
})

test('the rate and a fault can be given by header', async () => {
  const { stream } = await quick(provider.url).doStream(
    asking('Hello you', { headers: { 'x-sandbox-fault': 'content-filter=2', 'x-sandbox-rate': 'max' } }),
  )
  const parts = []
  for await (const part of stream) parts.push(part)
  expect(parts.filter(({ type }) => type === 'text-delta')).toHaveLength(2)
})

test('closing the server ends a stalled answer at once', async () => {
  const closing = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  const answering = readStream(quick(closing.url), asking('Wait [[sandbox:stall-after=1]]'))
  const idle = connect(closing.port, '127.0.0.1')
  const idleEnded = new Promise((resolve) => idle.on('close', resolve).on('error', resolve))
  await closing.waitForRequest(({ state }) => state === 'running')
  await closing.close()
  await idleEnded
  expect((await answering).finishReason?.unified).not.toBe('stop')
})
