import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asking, modelOf, readStream, readWhole, vendors } from '../read-answer.ts'
import { startModelProvider, type ModelProvider } from '../start-model-provider.ts'
import { countTokens } from '../usage.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
})
afterAll(() => provider.close())

const question = 'How do we plan a quiet week for the whole team?'

describe.each(vendors)('MODEL-06 the %s protocol', (vendor) => {
  // OpenAI's own client of the chat protocol does not read reasoning.
  const readsReasoning = vendor !== 'openai chat'

  test('streams an answer whose usage counts its text', async () => {
    const answer = await readStream(modelOf(vendor, provider.url, 'sandbox-writer'), asking(question))
    expect(answer.errors).toEqual([])
    expect(answer.text).toContain('quiet week')
    expect(answer.deltas).toBeGreaterThan(100)
    expect(answer.finishReason?.unified).toBe('stop')
    expect(answer.finishes).toBe(1)
    expect(answer.usage?.inputTokens.total).toBe(countTokens(question))
    expect(answer.usage?.outputTokens.total).toBe(countTokens(answer.text))
  })

  test('gives the same answer whole as streamed', async () => {
    const model = modelOf(vendor, provider.url, 'sandbox-reasoner')
    const streamed = await readStream(model, asking(question))
    const whole = await readWhole(model, asking(question))
    expect(whole.errors).toEqual([])
    expect(whole.text).toBe(streamed.text)
    expect(whole.reasoning).toBe(streamed.reasoning)
    expect(whole.finishReason?.unified).toBe('stop')
    expect(whole.usage?.outputTokens.total).toBe(streamed.usage?.outputTokens.total)
  })

  test('reasons first and counts the reasoning as output', async () => {
    const answer = await readStream(modelOf(vendor, provider.url, 'sandbox-reasoner'), asking(question))
    expect(answer.errors).toEqual([])
    if (!readsReasoning) return
    expect(answer.reasoning).toContain('quiet')
    expect(answer.usage?.outputTokens.total).toBe(countTokens(answer.text) + countTokens(answer.reasoning))
    expect(answer.usage?.outputTokens.reasoning).toBe(countTokens(answer.reasoning))
  })

  test('counts the conversation before the question as cached input', async () => {
    const instructions = 'You are helpful. '.repeat(100)
    const answer = await readStream(
      modelOf(vendor, provider.url, 'sandbox-quick'),
      asking(question, { instructions, earlier: [['What is rest?', 'A pause.']] }),
    )
    const before = countTokens(instructions) + countTokens('What is rest?') + countTokens('A pause.')
    expect(answer.usage?.inputTokens.total).toBe(before + countTokens(question))
    expect(answer.usage?.inputTokens.cacheRead).toBe(Math.floor(before / 128) * 128)
  })

  test("ends with 'length' at the requested number of tokens", async () => {
    for (const read of [readStream, readWhole]) {
      const answer = await read(
        modelOf(vendor, provider.url, 'sandbox-writer'),
        asking(question, { maxOutputTokens: 40 }),
      )
      expect(answer.finishReason?.unified).toBe('length')
      expect(countTokens(answer.text)).toBeLessThanOrEqual(40)
      expect(countTokens(answer.text)).toBeGreaterThan(30)
    }
  })

  test('carries every script whole', async () => {
    for (const asked of [
      '如何安排安静的一周？',
      'كيف نخطط لأسبوع هادئ؟',
      'Làm thế nào để có một tuần yên tĩnh?',
      'emoji 👩‍👩‍👧‍👦 and 🇻🇳 in a question',
    ]) {
      const model = modelOf(vendor, provider.url, 'sandbox-quick')
      const streamed = await readStream(model, asking(`Echo: ${asked}`))
      expect(streamed.text).toBe(asked)
    }
  })

  test('refuses an unknown model with 404 and a malformed request with 400', async () => {
    const unknown = await readStream(modelOf(vendor, provider.url, 'gpt-none'), asking(question))
    expect(unknown.errors).toEqual([expect.objectContaining({ statusCode: 404, isRetryable: false })])
    const empty = await readStream(modelOf(vendor, provider.url, 'sandbox-quick'), { prompt: [] })
    expect(empty.errors).toEqual([expect.objectContaining({ statusCode: 400 })])
  })
})

test('MODEL-06 the thinking of the messages protocol is signed and pings come between', async () => {
  const body = {
    model: 'sandbox-reasoner',
    max_tokens: 4000,
    stream: true,
    messages: [{ role: 'user', content: question }],
  }
  const reply = await fetch(`${provider.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const stream = await reply.text()
  expect(stream).toContain('"type":"signature_delta"')
  expect(stream).toContain('event: ping')
  expect(stream.trimEnd().endsWith('data: {"type":"message_stop"}')).toBe(true)
})

test('MODEL-06 the responses protocol opens and closes every item with its whole text', async () => {
  const body = { model: 'sandbox-reasoner', stream: true, input: question }
  const reply = await fetch(`${provider.url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const events = (await reply.text())
    .split('\n\n')
    .filter(Boolean)
    .map(
      (event) =>
        JSON.parse(event.split('\ndata: ')[1] ?? 'null') as {
          type: string
          sequence_number: number
          text?: string
          delta?: string
        },
    )
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at))
  for (const part of ['response.reasoning_summary_text', 'response.output_text']) {
    const deltas = events
      .filter(({ type }) => type === `${part}.delta`)
      .map(({ delta }) => delta)
      .join('')
    expect(deltas).not.toBe('')
    expect(events.find(({ type }) => type === `${part}.done`)?.text).toBe(deltas)
  }
  expect(events.at(-1)?.type).toBe('response.completed')
})
