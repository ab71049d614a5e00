import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startModelProvider } from '@atrium/sandbox'
import { afterEach, describe, expect, test } from 'vitest'
import { modelsUnderTest, nobody, type ModelsUnderTest } from '../testing/models-for-tests.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const file = (embeddings: string) => `baseModel: small
providers:
  - { name: own, displayName: Own, protocol: openai, key: '\${OPENAI_API_KEY}', baseUrl: ['\${OPENAI_BASE_URL}'] }
  - { name: other, displayName: Other, protocol: mistral, key: '\${MISTRAL_API_KEY}', baseUrl: ['\${MISTRAL_BASE_URL}'] }
models:
  - { id: small, provider: own, model: small, displayName: Small, description: Small., category: Basic, contextLimit: 32000, maxOutputTokens: 8000, speed: 5, quality: 2, price: { input: 1, cachedInput: 0.1, output: 5 } }
embeddings: ${embeddings}
`

async function start(baseUrl: string, embeddings: string, more = {}): Promise<ModelsUnderTest> {
  const underTest = await modelsUnderTest(
    { OPENAI_API_KEY: 'sk-never-to-be-seen', OPENAI_BASE_URL: baseUrl, ...more },
    { yaml: file(embeddings) },
  )
  closing.push(() => underTest.close())
  return underTest
}

const sandbox = async () => {
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  closing.push(() => provider.close())
  return `${provider.url}/v1`
}

/** Starts a server that gives every request this reply. */
async function serve(status: number, json: unknown): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

describe('KB-06 texts become embeddings', () => {
  test('of the requested length, in order, in batches, similar where the words are alike', async () => {
    const { models } = await start(
      await sandbox(),
      '[{ provider: own, model: sandbox-embedder, dimensions: 128, batch: 2 }]',
    )
    expect(models.embedder).toMatchObject({ name: 'own/sandbox-embedder/128', dimensions: 128 })
    const vectors = await models.embedder?.embed([
      'A lighthouse by the sea',
      'Bread and butter',
      'The sea lighthouse',
    ])
    const [lighthouse, bread, again] = vectors ?? []
    if (!lighthouse || !bread || !again) throw new Error('There should be three vectors.')
    expect(lighthouse).toHaveLength(128)
    for (const vector of [lighthouse, bread, again]) expect(dot(vector, vector)).toBeCloseTo(1, 5)
    expect(dot(lighthouse, again)).toBeGreaterThan(dot(lighthouse, bread) + 0.2)
  })

  test('come from the first model whose provider is configured, or not at all', async () => {
    const other = '{ provider: other, model: mistral-embed, dimensions: 64 }'
    const own = '{ provider: own, model: sandbox-embedder, dimensions: 64 }'
    const url = await sandbox()
    expect((await start(url, `[${other}, ${own}]`)).models.embedder?.name).toBe('own/sandbox-embedder/64')
    expect((await start(url, `[${other}]`)).models.embedder).toBeNull()
    expect((await start(url, '[]')).models.embedder).toBeNull()
  })
})

describe('KB-06 a failure of the embedding provider', () => {
  const row = '[{ provider: own, model: sandbox-embedder, dimensions: 64 }]'

  test('has its error code', async () => {
    const busy = await start(await serve(429, { error: { message: 'slow down' } }), row)
    await expect(busy.models.embedder?.embed(['a'])).rejects.toMatchObject({ code: 'PROVIDER_RATE_LIMITED' })
    const gone = await start(nobody, row)
    await expect(gone.models.embedder?.embed(['a'])).rejects.toMatchObject({ code: 'PROVIDER_DROPPED' })
  })

  test('also happens when vectors are missing or too short', async () => {
    const none = await start(await serve(200, { object: 'list', data: [], model: 'x' }), row)
    await expect(none.models.embedder?.embed(['a'])).rejects.toMatchObject({ code: 'PROVIDER_MALFORMED' })
    const short = await start(
      await serve(200, {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [1, 0] }],
        model: 'x',
      }),
      row,
    )
    await expect(short.models.embedder?.embed(['a'])).rejects.toMatchObject({ code: 'PROVIDER_MALFORMED' })
  })

  test('is not reported when the caller cancels', async () => {
    const { models } = await start(await sandbox(), row)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(models.embedder?.embed(['a'], { signal })).rejects.toThrow('enough')
  })
})
