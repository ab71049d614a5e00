import { type AccountId, mintId } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Embedder, ProviderFault } from '../../models/index.ts'
import { modelsUnderTest } from '../../models/testing/models-for-tests.ts'
import { createLog } from '../../platform/log.ts'
import { embedFile, embedQuery, filesToEmbed, forgetFiles } from '../index.ts'
import { fuseScores } from '../search/fuse-scores.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

const scope = 'room_of-vectors'
const file = (dimensions: number) => `baseModel: small
providers:
  - { name: own, displayName: Own, protocol: openai, key: '\${OPENAI_API_KEY}', baseUrl: ['\${OPENAI_BASE_URL}'] }
models:
  - { id: small, provider: own, model: small, displayName: Small, description: Small., category: Basic, contextLimit: 32000, maxOutputTokens: 8000, speed: 5, quality: 2, price: { input: 1, cachedInput: 0.1, output: 5 } }
embeddings: [{ provider: own, model: sandbox-embedder, dimensions: ${dimensions}, batch: 3 }]
`

let testIndex: TestIndex
let accountId: AccountId
let embedder: Embedder
let wider: Embedder
const closing: (() => unknown)[] = []

/** The sandbox's vectors are hashes of words and letter groups: similar spelling means similar vectors. */
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
  accountId = await testIndex.openAccount()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  const environment = { OPENAI_API_KEY: 'sk-of-tests', OPENAI_BASE_URL: `${provider.url}/v1` }
  const [small, large] = [
    await modelsUnderTest(environment, { yaml: file(256) }),
    await modelsUnderTest(environment, { yaml: file(384) }),
  ]
  closing.push(small.close, large.close, provider.close, testIndex.close)
  if (!small.models.embedder || !large.models.embedder) throw new Error('There should be an embedding model.')
  ;[embedder, wider] = [small.models.embedder, large.models.embedder]
})
afterAll(async () => {
  for (const close of closing) await close()
})

const add = async (name: string, text: string, by: Embedder | null = embedder) => {
  const fileId = await testIndex.put(accountId, scope, name, text)
  await testIndex.index(accountId, fileId, { embedder: by })
  return fileId
}
const embedded = (fileId: string) =>
  testIndex.inAccount(accountId, async (trx) => {
    const rows = await trx
      .selectFrom('passage_vector')
      .innerJoin('passage', (join) =>
        join
          .onRef('passage.file_id', '=', 'passage_vector.file_id')
          .onRef('passage.position', '=', 'passage_vector.position'),
      )
      .select(['passage.position', 'vector'])
      .where('passage.file_id', '=', fileId as never)
      .execute()
    return rows.map(({ vector }) => vector.byteLength)
  })
const log = createLog({ level: 'silent' })
const search = async (query: string, by: Embedder | null = embedder) => {
  const near = await embedQuery({ embedder: by, log }, query)
  return (await testIndex.search(accountId, [scope], query, { near })).found.map(({ name }) => name)
}

test('KB-06 a passage without any query word is found by its vector, and without a model it is not', async () => {
  await add('lighthouses.txt', 'Lighthousekeepers.')
  await add('bread.txt', 'Sourdough needs flour, water and patience.')
  // No stem in common, but groups of letters.
  const question = 'lighthousekeeperships of the lighthousekeeperdom'
  expect(await search(question, null)).toEqual([])
  expect((await search(question))[0]).toBe('lighthouses.txt')
})

test('KB-06 every passage has a vector, also in a file with many', async () => {
  const long = Array.from(
    { length: 700 },
    (_, index) => `Chapter ${index} tells of ${index * 7} ships. ${'x'.repeat(1100)}`,
  )
  const fileId = await add('ships.txt', long.join('\n\n'))
  const rows = await testIndex.rowsOf(fileId)
  expect(rows.passages).toBeGreaterThan(500)
  expect(await embedded(fileId)).toEqual(Array.from({ length: rows.passages }, () => 256 * 4))
})

test('KB-06 a new model computes all vectors again; until then keywords find the file', async () => {
  const fileId = await add('tides.txt', 'Spring tides follow the new moon.')
  const due = () => testIndex.inAccount(accountId, (trx) => filesToEmbed(trx, wider))
  expect(await due()).toContainEqual({ accountId, fileId })
  expect((await search('spring tides', wider))[0]).toBe('tides.txt')
  const { database } = testIndex.ports
  await embedFile({ database, embedder: wider }, { accountId, fileId }, new AbortController().signal)
  expect(await due()).not.toContainEqual({ accountId, fileId })
  expect(await embedded(fileId)).toEqual([384 * 4])
})

test('B33 of three files, the one whose embeddings are refused fails, and the others are found', async () => {
  const refusing: Embedder = {
    ...embedder,
    embed: () => Promise.reject(new ProviderFault('PROVIDER_REJECTED')),
  }
  await add('one.txt', 'The first quarrel of the cartographers.')
  const refused = await add('two.txt', 'The second quarrel of the cartographers.', refusing)
  await add('three.txt', 'The third quarrel of the cartographers.')
  expect(await testIndex.stateOf(accountId, refused)).toMatchObject({
    status: 'FAILED',
    problem: 'UNAVAILABLE',
  })
  expect((await search('quarrel of cartographers')).slice(0, 2).toSorted()).toEqual(['one.txt', 'three.txt'])
  expect(await search('quarrel of cartographers')).not.toContain('two.txt')
})

test('KB-06 a question whose embedding fails is searched by its words', async () => {
  const gone: Embedder = { ...embedder, embed: () => Promise.reject(new ProviderFault('PROVIDER_DROPPED')) }
  await add('harbours.txt', 'Harbours silt up slowly.')
  expect((await search('harbours', gone))[0]).toBe('harbours.txt')
})

test("KB-08 a removed file has no vectors, and no other account's vectors are neighbors", async () => {
  const stranger = await testIndex.openAccount()
  const near = await embedQuery({ embedder, log }, 'lighthousekeeping')
  expect((await testIndex.search(stranger, [scope], 'lighthousekeeping', { near })).found).toEqual([])
  const fileId = await add('secret.txt', 'Quartermasters whisper.')
  await testIndex.inAccount(accountId, (trx) => forgetFiles(trx, accountId, [fileId]))
  expect(await embedded(fileId)).toEqual([])
  expect(await search('quartermasters')).not.toContain('secret.txt')
})

test('KB-06 passages found by keywords and vectors rank first; vectors decide when keywords say little', () => {
  const best = (candidates: Parameters<typeof fuseScores>[0]) => {
    const scores = fuseScores(candidates, 10)
    return scores.indexOf(Math.max(...scores))
  }
  const [far, near] = [{ similarity: 0.7 }, { similarity: 0.8 }]
  expect(
    best([
      { words: 5, ...far },
      { words: 4, ...near },
      { words: 0, ...near },
    ]),
  ).toBe(1)
  expect(
    best([
      { words: 5, ...far },
      { words: 2, ...near },
      { words: 0, ...near },
    ]),
  ).toBe(0)
  expect(
    best([
      { words: 0.5, ...far },
      { words: 0, ...near },
    ]),
  ).toBe(1)
  expect(
    best([
      { words: 3, similarity: null },
      { words: 2, similarity: null },
    ]),
  ).toBe(0)
  expect(fuseScores([], 0)).toEqual([])
  expect(fuseScores([{ words: 0, similarity: 0.4 }], 0)).toEqual([0])
})

test('KB-06 a passage found only by keywords ranks above chance similarity', async () => {
  const other = mintId('room')
  const put = async (name: string, text: string) => {
    const fileId = await testIndex.put(accountId, other, name, text)
    await testIndex.index(accountId, fileId, { embedder })
  }
  await put('Lenses.txt', 'Fresnel ground the lenses of lighthouses along every coast of France.')
  for (let index = 0; index < 30; index += 1)
    await put(`Grinding ${index}.txt`, `Freshly grounded, in the ground, on grounds, who knows why. ${index}`)
  const near = await embedQuery({ embedder, log }, 'Who ground the lenses of Fresnel?')
  const { found } = await testIndex.search(accountId, [other], 'Who ground the lenses of Fresnel?', { near })
  expect(found[0]?.name).toBe('Lenses.txt')
})
