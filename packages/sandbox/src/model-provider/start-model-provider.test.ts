import { PNG } from 'pngjs'
import { createOpenAI } from '@ai-sdk/openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchModel, benchText } from './bench/bench-model.ts'
import { asking, modelOf, readStream, vendors } from './read-answer.ts'
import { startModelProvider, type ModelProvider } from './start-model-provider.ts'
import { countTokens } from './usage.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await startModelProvider({ apiKey: 'right', pace: { firstTokenMs: 0, perSecond: Infinity } })
})
afterAll(() => provider.close())

const post = (path: string, body: unknown) =>
  fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer right', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each(vendors)('MODEL-06 a wrong key is 401 in the %s protocol, the right one is not', async (vendor) => {
  expect(
    (await readStream(modelOf(vendor, provider.url, 'sandbox-quick', 'wrong'), asking('Hi'))).errors,
  ).toEqual([expect.objectContaining({ statusCode: 401 })])
  expect(
    (await readStream(modelOf(vendor, provider.url, 'sandbox-quick', 'right'), asking('Hi'))).errors,
  ).toEqual([])
})

test('MODEL-06 each vendor has its own envelope for errors', async () => {
  const openai = await post('/v1/chat/completions', '{"model": ')
  expect(openai.status).toBe(400)
  expect(await openai.json()).toEqual({
    error: { message: expect.any(String), type: 'invalid_request_error', param: null, code: null },
  })
  const anthropic = await post('/v1/messages', {
    model: 'none',
    max_tokens: 5,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  expect(anthropic.status).toBe(404)
  expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
  expect((await post('/v1/nothing', {})).status).toBe(404)
})

test('MODEL-06 the list of models', async () => {
  const list = (await (
    await fetch(`${provider.url}/v1/models`, { headers: { authorization: 'Bearer right' } })
  ).json()) as { data: { id: string }[] }
  expect(list.data.map(({ id }) => id)).toEqual([
    'sandbox-writer',
    'sandbox-quick',
    'sandbox-reasoner',
    'sandbox-reader',
    'sandbox-analyst',
    'sandbox-researcher',
    'sandbox-painter',
    'sandbox-embedder',
  ])
})

test('MODEL-06 embeddings have length 1, are deterministic, and are near for similar texts', async () => {
  const model = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'right' }).embedding('sandbox-embedder')
  const values = [
    'The garden needs water in summer.',
    'Water the garden during the summer!',
    'Quarterly revenue grew by a tenth.',
    '花园夏天需要浇水',
    '夏天要给花园浇水',
    'The garden needs water in summer.',
  ]
  const { embeddings, usage } = await model.doEmbed({ values })
  const near = (a: number, b: number) =>
    (embeddings[a] ?? []).reduce((sum, value, at) => sum + value * (embeddings[b]?.[at] ?? 0), 0)
  expect(embeddings.map(({ length }) => length)).toEqual(values.map(() => 384))
  for (const at of values.keys()) expect(near(at, at)).toBeCloseTo(1, 4)
  expect(near(0, 5)).toBeCloseTo(1, 4)
  expect(near(0, 1)).toBeGreaterThan(0.6)
  expect(near(0, 2)).toBeLessThan(0.25)
  expect(near(3, 4)).toBeGreaterThan(near(3, 2) + 0.3)
  expect(usage?.tokens).toBe(values.reduce((sum, value) => sum + countTokens(value), 0))
})

test('MODEL-06 the painter draws a real PNG of the size asked for, with the colours of its prompt', async () => {
  const model = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'right' }).image('sandbox-painter')
  const draw = async (prompt: string) => {
    const { images } = await model.doGenerate({
      prompt,
      n: 1,
      size: '320x200',
      aspectRatio: undefined,
      seed: undefined,
      files: undefined,
      mask: undefined,
      providerOptions: {},
    })
    return PNG.sync.read(Buffer.from(String(images[0]), 'base64'))
  }
  const average = ({ data }: PNG, part: number) =>
    data.reduce((sum, value, at) => sum + (at % 4 === part ? value : 0), 0) / (data.length / 4)
  const red = await draw('a red circle')
  expect([red.width, red.height]).toEqual([320, 200])
  expect(average(red, 0)).toBeGreaterThan(average(red, 2) + 40)
  const blue = await draw('un carré bleu')
  expect(average(blue, 2)).toBeGreaterThan(average(blue, 0) + 40)
  expect((await draw('a red circle')).data.equals(red.data)).toBe(false)
  provider.reset()
  expect((await draw('a red circle')).data.equals(red.data)).toBe(true)
  expect((await draw('a red star')).data.equals(red.data)).toBe(false)
  expect(
    (await post('/v1/images/generations', { model: 'sandbox-painter', prompt: 'x', size: '9000x9000' }))
      .status,
  ).toBe(400)
})

test('MODEL-06 models refuse requests for other purposes', async () => {
  expect((await post('/v1/images/generations', { model: 'sandbox-writer', prompt: 'x' })).status).toBe(404)
  expect((await post('/v1/embeddings', { model: 'sandbox-writer', input: 'x' })).status).toBe(404)
  expect(
    (
      await post('/v1/chat/completions', {
        model: 'sandbox-painter',
        messages: [{ role: 'user', content: 'x' }],
      })
    ).status,
  ).toBe(404)
})

test.each(vendors)('a bench model streams exactly its chunks through the %s protocol', async (vendor) => {
  const id = 'bench-120x2000@5'
  const model = benchModel(id)
  if (model === null) throw new Error('That is a bench model.')
  const answer = await readStream(modelOf(vendor, provider.url, id, 'right'), asking('Go.'))
  expect(answer).toMatchObject({
    text: benchText(model),
    deltas: 120,
    errors: [],
    finishReason: { unified: 'stop' },
  })
  expect(answer.usage?.outputTokens.total).toBe(countTokens(answer.text))
})

test('two bench answers may follow each other on one connection', async () => {
  const read = async () =>
    (await post('/v1/chat/completions', { model: 'bench-3x1000@1', stream: true, messages: [] })).text()
  expect(await read()).toBe(await read())
  expect((await read()).endsWith('data: [DONE]\n\n')).toBe(true)
})
