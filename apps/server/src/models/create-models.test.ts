import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { Model } from '@atrium/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutDir } from '../platform/config/configuration.ts'
import { defaultModelPreferences } from './catalogue/model-preferences.ts'
import { ProviderFault } from './wire/provider-fault.ts'
import { streamModel } from './wire/stream-model.ts'
import { modelsUnderTest, nobody, type ModelsUnderTest } from './testing/models-for-tests.ts'

const key = 'sk-never-to-be-seen-4711'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** Starts a server that answers with `reply`, and records its requests. */
async function serve(
  reply: (path: string) => { status?: number; json: unknown },
): Promise<{ url: string; asked: Asked[]; server: Server }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push({ path: request.url ?? '', headers: request.headers, body: text ? JSON.parse(text) : {} })
    const { status = 200, json } = reply(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

async function start(...options: Parameters<typeof modelsUnderTest>): Promise<ModelsUnderTest> {
  const underTest = await modelsUnderTest(...options)
  closing.push(() => underTest.close())
  return underTest
}

const needs = { style: 'quick', inputTokens: 10, preference: 'balanced' } as const
const list = ({ models }: ModelsUnderTest) => models.list({ ...defaultModelPreferences, preference: 'best' })
const ids = (underTest: ModelsUnderTest) => list(underTest).map(({ modelId }) => modelId)

describe('the list of models', () => {
  test('MODEL-02 MODEL-03 without any provider, only Auto is listed, with the reason why it cannot be chosen', async () => {
    const underTest = await start({})
    expect(list(underTest)).toMatchObject([
      {
        modelId: 'auto',
        isAvailable: false,
        unavailableReason: 'NO_KEY',
        contextLimit: 1048576,
        maxTokens: 8192,
        options: { preference: 'best' },
      },
    ])
    expect(underTest.models.resolve('auto', needs)).toBeNull()
    expect(underTest.models.hasRealModel()).toBe(false)
  })

  test('MODEL-01 MODEL-02 Auto comes first, then the models of the providers that have a key', async () => {
    const vendor = await serve(() => ({ json: { data: [] } }))
    const underTest = await start({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${vendor.url}/v1` })
    const models = list(underTest)
    for (const model of models) expect(Model.parse(model)).toEqual(model)
    expect(models[0]).toMatchObject({
      modelId: 'auto',
      isAvailable: true,
      system_default: true,
      sandbox: false,
    })
    expect(new Set(models.slice(1).map(({ providerName }) => providerName))).toEqual(new Set(['Anthropic']))
    expect(underTest.models.hasRealModel()).toBe(true)
    expect(underTest.models.resolve('gpt-6.1-sol', needs)).toBeNull()
  })

  test('MODEL-06 only with the sandbox, Auto says that it is the sandbox', async () => {
    const vendor = await serve(() => ({ json: { data: [] } }))
    const underTest = await start({ ATRIUM_SANDBOX_MODELS_URL: `${vendor.url}/v1` })
    expect(list(underTest).every(({ sandbox }) => sandbox)).toBe(true)
    expect(underTest.models.hasRealModel()).toBe(false)
  })

  test('MODEL-03 a provider that is down keeps its models in the list and is marked; questions to it are still attempted', async () => {
    const underTest = await start({ MISTRAL_API_KEY: key, MISTRAL_BASE_URL: nobody })
    for (const _look of [2, 3]) await underTest.models.checkAvailability()
    expect(
      list(underTest).map(({ isAvailable, unavailableReason }) => ({ isAvailable, unavailableReason })),
    ).toEqual(Array.from({ length: 4 }, () => ({ isAvailable: false, unavailableReason: 'PROVIDER_DOWN' })))
    expect(underTest.models.resolve('mistral-small', needs)?.model.modelId).toBe('mistral-small')
    expect(underTest.models.resolve('auto', needs)).not.toBeNull()
    expect(underTest.logged()).toContain('provider.down')
  })

  test('MODEL-03 a provider is down after three failed checks, not two, and its return is noticed automatically', async () => {
    let status = 200
    const vendor = await serve(() => ({ status, json: {} }))
    const underTest = await start({ MISTRAL_API_KEY: key, MISTRAL_BASE_URL: vendor.url })
    const available = () => list(underTest)[1]?.isAvailable
    status = 503
    for (const _look of [1, 2]) await underTest.models.checkAvailability()
    expect(available()).toBe(true)
    await underTest.models.checkAvailability()
    expect(available()).toBe(false)
    status = 200
    await expect.poll(available).toBe(true)
  })

  test('MODEL-06 a discovered Ollama offers its chat models only', async () => {
    const ollama = await serve((path) => ({
      json: path === '/api/tags' ? { models: [{ name: 'llama4:8b' }, { name: 'nomic-embed-text' }] } : {},
    }))
    const underTest = await start({ OLLAMA_URL: ollama.url })
    expect(ids(underTest)).toEqual(['auto', 'ollama/llama4:8b'])
    expect(list(underTest)[1]).toMatchObject({
      displayName: 'llama4:8b',
      modelName: 'llama4:8b',
      providerName: 'Ollama',
      isAvailable: true,
    })
    expect(underTest.models.resolve('ollama/llama4:8b', needs)?.model.displayName).toBe('llama4:8b')
    expect(underTest.models.resolve('ollama/other', needs)).toBeNull()
  })

  test('MODEL-05 models of a compatible server are discovered with its key', async () => {
    const vendor = await serve(() => ({
      json: { object: 'list', data: [{ id: 'org/large' }, { id: 'bad id with spaces' }, { id: 'small' }] },
    }))
    const underTest = await start({
      OPENAI_COMPATIBLE_BASE_URL: `${vendor.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: key,
    })
    expect(ids(underTest)).toEqual(['auto', 'own/org/large', 'own/small'])
    expect(vendor.asked[0]).toMatchObject({ path: '/v1/models', headers: { authorization: `Bearer ${key}` } })
  })

  test('an id that matches a pattern answers without being listed, only in the file for benchmarks', async () => {
    const vendor = await serve(() => ({ json: { data: [] } }))
    const yaml = readFileSync(path.join(checkoutDir, 'bench/streaming/models.yaml'), 'utf8')
    const forBenchmarks = await start({ ATRIUM_SANDBOX_MODELS_URL: vendor.url }, { yaml })
    expect(ids(forBenchmarks)).toEqual(['auto', 'bench-namer'])
    expect(forBenchmarks.models.resolve('bench-80x40@200', needs)?.model).toMatchObject({
      modelId: 'bench-80x40@200',
      sandbox: true,
    })
    const shipped = await start({ ATRIUM_SANDBOX_MODELS_URL: vendor.url })
    expect(shipped.models.resolve('bench-80x40@200', needs)).toBeNull()
  })
})

describe('the answering model', () => {
  test('MODEL-07 the chosen model and the configured fallbacks of its entry', async () => {
    const vendor = await serve(() => ({ json: { data: [] } }))
    const underTest = await start({
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: vendor.url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: vendor.url,
    })
    const resolution = underTest.models.resolve('gpt-6.1-sol', needs)
    expect(resolution).toMatchObject({
      decision: null,
      model: { modelId: 'gpt-6.1-sol', providerName: 'OpenAI' },
    })
    expect(resolution?.fallbacks.map(({ modelId }) => modelId)).toEqual(['claude-sonnet-5-5'])
    expect(underTest.models.resolve('auto', { ...needs, preference: 'best' })).toMatchObject({
      decision: { reason: 'BEST' },
      fallbacks: [{}, {}],
    })
  })

  test('CHAT-13 only the provider that has the conversation names the chat', async () => {
    const vendor = await serve((path) => ({
      json: path.endsWith('/tags') ? { models: [{ name: 'own' }] } : { data: [] },
    }))
    const underTest = await start({
      OLLAMA_URL: vendor.url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: vendor.url,
    })
    expect(underTest.models.resolveForTitles('ollama/own', null)?.modelId).toBe('ollama/own')
    expect(underTest.models.resolveForTitles('claude-fable-5.1', null)?.modelId).toBe('claude-haiku-5-5')
    expect(underTest.models.resolveForTitles('gone', null)).toBeNull()
    const titled = (allowed: string[]) =>
      underTest.models.resolveForTitles('claude-fable-5.1', allowed)?.modelId
    expect(titled(['claude-fable-5.1', 'claude-opus-5.5'])).not.toBe('claude-haiku-5-5')
    expect(titled(['ollama/own'])).toBe('claude-fable-5.1')
  })
})

describe('C01 E11 a key is sent only to its provider', () => {
  const variables = {
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    GOOGLE_GENERATIVE_AI_API_KEY: key,
    MISTRAL_API_KEY: key,
    AZURE_API_KEY: key,
    OPENAI_COMPATIBLE_API_KEY: key,
  }
  const addresses = [
    'OPENAI_BASE_URL',
    'ANTHROPIC_BASE_URL',
    'GOOGLE_GENERATIVE_AI_BASE_URL',
    'MISTRAL_BASE_URL',
    'AZURE_BASE_URL',
    'OPENAI_COMPATIBLE_BASE_URL',
  ]

  test('not into lists, errors and logs', async () => {
    const message = `Incorrect API key provided: ${key}.`
    const vendor = await serve((path) =>
      path.endsWith('/models') || path.includes('/models?')
        ? { json: { data: [{ id: 'one' }] } }
        : {
            status: 401,
            json: { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } },
          },
    )
    const underTest = await start({
      ...variables,
      ...Object.fromEntries(addresses.map((name) => [name, vendor.url])),
    })
    const seen: unknown[] = [list(underTest)]
    for (const modelId of [
      'gpt-6.1-sol',
      'claude-sonnet-5-5',
      'gemini-3.8-flash',
      'mistral-small',
      'azure/gpt-6.1-sol',
      'own/one',
    ]) {
      const resolution = underTest.models.resolve(modelId, needs)
      expect(resolution, modelId).not.toBeNull()
      const fault = await failOf(
        streamModel(
          resolution!.model,
          [{ role: 'user', text: 'A secret question.' }],
          { style: 'deep', maxOutputTokens: 100 },
          ignore,
        ),
      )
      expect(fault, modelId).toMatchObject({ code: 'PROVIDER_REFUSED_KEY' })
      seen.push(resolution, fault)
    }
    expect(vendor.asked.some(({ headers }) => JSON.stringify(headers).includes(key))).toBe(true)
    const everything =
      inspect(seen, { depth: 20, showHidden: true }) + JSON.stringify(seen) + underTest.logged()
    expect(everything).not.toContain(key)
    expect(everything).not.toContain('A secret question.')
  })

  test('not to another provider: each gets its own', async () => {
    const other = await serve(() => ({ json: { data: [{ id: 'one' }] } }))
    const underTest = await start({
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: nobody,
      OPENAI_COMPATIBLE_BASE_URL: other.url,
    })
    await failOf(
      streamModel(
        underTest.models.resolve('own/one', needs)!.model,
        [{ role: 'user', text: 'Hello.' }],
        { style: 'quick', maxOutputTokens: 10 },
        ignore,
      ),
    )
    expect(other.asked.map(({ path }) => path)).toEqual(['/models', '/chat/completions'])
    expect(JSON.stringify(other.asked)).not.toContain(key)
  })
})

describe('vendor options', () => {
  async function bodyOf(
    modelId: string,
    style: 'quick' | 'deep',
    environment: (url: string) => Record<string, string>,
  ) {
    const vendor = await serve((path) =>
      path.includes('models') && !path.includes(':')
        ? { json: { data: [] } }
        : { status: 400, json: { error: { message: 'no' } } },
    )
    const underTest = await start(environment(vendor.url))
    const prompt = [
      { role: 'system' as const, text: 'Be kind.' },
      { role: 'user' as const, text: 'Hello.' },
      { role: 'assistant' as const, text: '' },
    ]
    await failOf(
      streamModel(
        underTest.models.resolve(modelId, needs)!.model,
        prompt,
        { style, maxOutputTokens: 500 },
        ignore,
      ),
    )
    return vendor.asked.at(-1)!
  }

  test("CHAT-01 Think Deeper uses each vendor's own reasoning option, Quick Response does not", async () => {
    const openai = (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url })
    expect((await bodyOf('gpt-6.1-sol', 'deep', openai)).body).toMatchObject({
      model: 'gpt-6.1-sol',
      store: false,
      stream: true,
      max_output_tokens: 500,
      reasoning: { effort: 'high', summary: 'auto' },
    })
    const quick = (await bodyOf('gpt-6.1-sol', 'quick', openai)).body
    expect(quick).toMatchObject({ store: false, reasoning: { effort: 'low' } })
    expect(quick['reasoning']).not.toHaveProperty('summary')

    const anthropic = (url: string) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url })
    expect((await bodyOf('claude-opus-5-5', 'deep', anthropic)).body).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    })
    expect((await bodyOf('claude-haiku-5-5', 'quick', anthropic)).body).toMatchObject({
      thinking: { type: 'disabled' },
    })

    const google = (url: string) => ({
      GOOGLE_GENERATIVE_AI_API_KEY: key,
      GOOGLE_GENERATIVE_AI_BASE_URL: url,
    })
    expect((await bodyOf('gemini-4-argon', 'deep', google)).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } },
    })

    const mistral = (url: string) => ({ MISTRAL_API_KEY: key, MISTRAL_BASE_URL: url })
    expect((await bodyOf('mistral-small', 'deep', mistral)).body).toMatchObject({ reasoning_effort: 'high' })

    const azure = (url: string) => ({ AZURE_API_KEY: key, AZURE_BASE_URL: url })
    expect((await bodyOf('azure/gpt-6.1-sol', 'deep', azure)).body).toMatchObject({
      store: false,
      reasoning: { effort: 'high', summary: 'auto' },
    })
  })
})

const ignore = () => undefined

async function failOf(streaming: Promise<void>): Promise<unknown> {
  try {
    await streaming
  } catch (error) {
    if (error instanceof ProviderFault) return error
    throw error
  }
  return null
}
