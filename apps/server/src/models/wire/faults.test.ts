import { startModelProvider, type ModelProvider } from '@atrium/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProviderFault } from './provider-fault.ts'
import { streamModel, type ModelPart } from './stream-model.ts'
import { modelsUnderTest, type ModelsUnderTest } from '../testing/models-for-tests.ts'

let provider: ModelProvider
let underTest: ModelsUnderTest

beforeAll(async () => {
  provider = await startModelProvider({ pace: { perSecond: Infinity, firstTokenMs: 0 } })
  underTest = await modelsUnderTest({ ATRIUM_SANDBOX_MODELS_URL: `${provider.url}/v1` }, { stallMs: 400 })
})
afterEach(() => provider.reset())
afterAll(async () => {
  await underTest.close()
  await provider.close()
})

async function ask(fault: string, { modelId = 'sandbox-writer', maxOutputTokens = 4000 } = {}) {
  if (fault) provider.setFaults([{ fault }])
  const resolution = underTest.models.resolve(modelId, {
    style: 'quick',
    inputTokens: 10,
    preference: 'balanced',
  })
  if (!resolution) throw new Error(`${modelId} is not there.`)
  const parts: ModelPart[] = []
  let thrown: unknown
  try {
    const answerLimitMs = fault.startsWith('endless') ? 1500 : 60_000
    const model = { ...resolution.model, maxOutputTokens, answerLimitMs }
    const prompt = [{ role: 'user' as const, text: 'Write something.' }]
    await streamModel(model, prompt, { style: 'quick', maxOutputTokens }, (part) => parts.push(part))
  } catch (error) {
    thrown = error
  }
  const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
  return { parts, text, thrown, code: thrown instanceof ProviderFault ? thrown.code : null }
}

test.each([
  ['B35 a provider that is asked too often', '429=7', 'PROVIDER_RATE_LIMITED', 7],
  ['B35 a provider that fails', '500', 'PROVIDER_UNAVAILABLE', null],
  ['B35 a provider that is down', '503', 'PROVIDER_UNAVAILABLE', null],
  ['B35 an overloaded provider', '529', 'PROVIDER_UNAVAILABLE', null],
  ['C01 a refused key', '401', 'PROVIDER_REFUSED_KEY', null],
  ['B39 an error page of a proxy', 'html=502', 'PROVIDER_UNAVAILABLE', null],
  ['B39 an error page that says it is well', 'html=200', 'PROVIDER_MALFORMED', null],
  ['L13 an answer without a word', 'zero-output', 'PROVIDER_EMPTY', null],
  ['L13 an answer that is refused', 'content-filter=0', 'CONTENT_FILTERED', null],
  ['B37 a provider that never begins', 'late=60000', 'PROVIDER_STALLED', null],
] as const)('%s: %s is %s', async (_, fault, code, retryAfterSeconds) => {
  const { thrown, text } = await ask(fault)
  expect(thrown).toMatchObject({ code, retryAfterSeconds })
  expect(text).toBe('')
})

test.each([
  ['a connection that breaks', 'drop-after=5', 'PROVIDER_DROPPED'],
  ['a stream that just ends', 'vanish-after=5', 'PROVIDER_DROPPED'],
  ['B37 a stream that stops coming', 'stall-after=5', 'PROVIDER_STALLED'],
  ['B39 JSON that is none', 'malformed-after=5', 'PROVIDER_MALFORMED'],
  ['B35 an error in the stream', 'error-after=5', 'PROVIDER_UNAVAILABLE'],
  ['B35 an overload in the stream', 'overload-after=5', 'PROVIDER_UNAVAILABLE'],
  ['B43 an answer without an end', 'endless, rate=40', 'ANSWER_TOO_LONG'],
])('%s: %s is %s, and the partial answer is kept', async (_, fault, code) => {
  const answer = await ask(fault)
  expect(answer.code).toBe(code)
  expect(answer.text).not.toBe('')
  expect(answer.parts.some((part) => part.type === 'finish')).toBe(false)
})

test('L13 an answer stopped by a content filter ends with that reason', async () => {
  const { parts, text } = await ask('content-filter=5')
  expect(text).not.toBe('')
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'content-filter' })
})

test.each(['split-characters', 'single-bytes', 'duplicate-end', 'long-line=2000000'])(
  'B39 %s is harmless',
  async (fault) => {
    const { parts, thrown, text } = await ask(fault, { modelId: 'sandbox-quick', maxOutputTokens: 1_000_000 })
    expect(thrown).toBeUndefined()
    expect(text).not.toBe('')
    expect(text).not.toContain('\uFFFD')
    expect(parts.filter((part) => part.type === 'finish')).toEqual([{ type: 'finish', reason: 'stop' }])
  },
)

test.each(['no-usage', 'absurd-usage=negative', 'absurd-usage'])(
  'B41 P03 %s: no count is used',
  async (fault) => {
    const { parts, thrown } = await ask(fault)
    expect(thrown).toBeUndefined()
    expect(parts.some((part) => part.type === 'usage-final')).toBe(false)
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  },
)

test('CHAT-03 stopping ends the answer with the reason of the stop, and the provider notices', async () => {
  const stop = new AbortController()
  provider.setFaults([{ fault: 'endless, rate=100' }])
  const resolution = underTest.models.resolve('sandbox-quick', {
    style: 'quick',
    inputTokens: 10,
    preference: 'balanced',
  })
  const prompt = [{ role: 'user' as const, text: 'Go on.' }]
  const options = { style: 'quick' as const, maxOutputTokens: 1000, signal: stop.signal }
  const streaming = streamModel(resolution!.model, prompt, options, ({ type }) => {
    if (type === 'text-delta') stop.abort('stopped by a person')
  })
  await expect(streaming).rejects.toBe('stopped by a person')
  await provider.waitForRequest((request) => request.state === 'client-left')
})

test('CHAT-03 a consumer that fails releases the provider, too', async () => {
  provider.setFaults([{ fault: 'endless, rate=100' }])
  const resolution = underTest.models.resolve('sandbox-quick', {
    style: 'quick',
    inputTokens: 10,
    preference: 'balanced',
  })
  const prompt = [{ role: 'user' as const, text: 'Go on.' }]
  const cause = new Error('The consumer failed.')
  const streaming = streamModel(resolution!.model, prompt, { style: 'quick', maxOutputTokens: 1000 }, () => {
    throw cause
  })
  await expect(streaming).rejects.toBe(cause)
  await provider.waitForRequest((request) => request.state === 'client-left')
})

test('B35 this layer retries nothing: the caller decides', async () => {
  await ask('500')
  expect(provider.requests()).toHaveLength(1)
})
