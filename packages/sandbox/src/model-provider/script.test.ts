import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asking, modelOf, readStream, vendors } from './read-answer.ts'
import { holdAnswer } from './script.ts'
import { startModelProvider, type ModelProvider } from './start-model-provider.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await startModelProvider()
})
afterEach(() => provider.reset())
afterAll(() => provider.close())

test.each(vendors)('a script is streamed unchanged through the %s protocol', async (vendor) => {
  provider.script('my-model', [
    { reasoning: 'Hm. ' },
    { text: 'One ' },
    { text: 'two' },
    { finish: 'length' },
  ])
  const answer = await readStream(modelOf(vendor, provider.url, 'my-model'), asking('Count.'))
  expect(answer).toMatchObject({ text: 'One two', finishReason: { unified: 'length' }, errors: [] })
})

test('a held answer continues only as the test permits', async () => {
  const held = holdAnswer()
  provider.script('sandbox-writer', held.respond, { times: 1 })
  const { stream } = await modelOf('openai responses', provider.url, 'sandbox-writer').doStream(
    asking('Wait for it.'),
  )
  const reader = stream.getReader()
  const nextDelta = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      if (next.value.type === 'text-delta') return next.value.delta
    return null
  }
  expect((await held.asked).conversation.turns.at(-1)?.text).toBe('Wait for it.')
  held.say('first')
  expect(await nextDelta()).toBe('first')
  held.say('second')
  expect(await nextDelta()).toBe('second')
  expect(provider.requests().at(-1)?.state).toBe('running')
  held.finish()
  expect(await nextDelta()).toBe(null)
  await provider.waitForRequest(({ state }) => state === 'answered')
})

test('a held answer ends when its reader leaves', async () => {
  const held = holdAnswer()
  provider.script('*', held.respond)
  const leaving = new AbortController()
  const answering = readStream(
    modelOf('anthropic', provider.url, 'any'),
    asking('Hold.', { abortSignal: leaving.signal }),
  )
  held.say('so far')
  await held.asked
  leaving.abort()
  await answering
  await provider.waitForRequest(({ state }) => state === 'client-left')
})

test('a script waits for a promise', async () => {
  const gate = Promise.withResolvers<void>()
  provider.script('gated', [{ text: 'a' }, { wait: gate.promise }, { text: 'b' }])
  const answering = readStream(modelOf('openai chat', provider.url, 'gated'), asking('Go.'))
  await provider.waitForRequest(({ model, state }) => model === 'gated' && state === 'running')
  gate.resolve()
  expect((await answering).text).toBe('ab')
})

test('requests are recorded without keys', async () => {
  await readStream(
    modelOf('anthropic', provider.url, 'sandbox-quick', 'sk-secret-key'),
    asking('What is 1 + 1?'),
  )
  await readStream(
    modelOf('openai chat', provider.url, 'sandbox-quick', 'sk-secret-key'),
    asking('What is 1 + 1?'),
  )
  const requests = provider.requests()
  expect(requests.map(({ path, model, question }) => ({ path, model, question }))).toEqual([
    { path: '/v1/messages', model: 'sandbox-quick', question: 'What is 1 + 1?' },
    { path: '/v1/chat/completions', model: 'sandbox-quick', question: 'What is 1 + 1?' },
  ])
  expect(JSON.stringify(requests)).not.toContain('sk-secret-key')
})
