import { mintId } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { call, codeOf } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { modelsUnderTest } from '../models/testing/models-for-tests.ts'
import { inTenant } from '../platform/database/index.ts'
import { addRoomMember } from '../rooms/index.ts'
import { type Admin, type Desk, openDesk } from './checks-for-tests.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk(inject('databaseHost'))
})
const closing: (() => unknown)[] = []
afterAll(async () => {
  await desk.close()
  for (const close of closing) await close()
})

const search = async (
  room: Admin,
  query: string,
  more: { baseIds?: string; most?: string } = {},
  { roomId } = room,
) => (await call('searchKnowledge', room, { params: { roomId }, query: { query, ...more } })).data
const filesFor = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).found.map(({ fileName }) => fileName).toSorted()

const tea = 'Tea leaves wither for eighteen hours before they are rolled.'

test('KB-06 a search returns the passages for a question, best first, with their file, location and text', async () => {
  const room = await desk.openRoom()
  const teaFile = await desk.add(room, 'tea.txt', tea)
  await desk.add(room, 'coffee.txt', 'Coffee beans are roasted, tea leaves are not.')
  const found = await search(room, 'How long do tea leaves wither?')
  expect(found).toMatchObject({
    filesSearched: 2,
    passagesSearched: 2,
    passagesFound: 2,
    usesVectors: false,
    found: [
      { fileId: teaFile, fileName: 'tea.txt', base: null, position: 0, place: {}, text: tea },
      { fileName: 'coffee.txt' },
    ],
  })
  const [first, second] = found.found.map(({ score }) => score)
  expect(first).toBeGreaterThan(second ?? Infinity)
  expect((await search(room, 'How long do tea leaves wither?', { most: '1' })).found).toHaveLength(1)
  expect(await search(room, 'Zymurgy')).toMatchObject({ filesSearched: 2, passagesFound: 0, found: [] })
})

test('KB-06 a search returns the words of a passage that match the question, in any form and without stop words', async () => {
  const room = await desk.openRoom()
  await desk.add(room, 'bridge.txt', 'The bridges of the town are long. A bridge was built in 1932.')
  await desk.add(room, 'tea.txt', '绿茶的冲泡温度是八十度。')
  const [bridge] = (await search(room, 'How long is the bridge?')).found
  expect(bridge?.matches).toEqual(['bridges', 'long', 'bridge'])
  const [green] = (await search(room, '绿茶')).found
  expect(green?.matches).toEqual(['绿茶'])
})

test('KB-06 a search goes through every base of the room, or the chosen ones', async () => {
  const room = await desk.openRoom()
  const [guides, notes] = [await desk.openBase(room, 'Guides'), await desk.openBase(room, 'Notes')]
  await desk.add(room, 'context.txt', tea)
  await desk.add(room, 'guide.txt', tea, guides)
  await desk.add(room, 'note.txt', tea, notes)
  expect(await filesFor(room, 'tea')).toEqual(['context.txt', 'guide.txt', 'note.txt'])
  expect(await filesFor(room, 'tea', { baseIds: '' })).toEqual(['context.txt'])
  expect(await filesFor(room, 'tea', { baseIds: guides })).toEqual(['context.txt', 'guide.txt'])
  expect(await filesFor(room, 'tea', { baseIds: `${notes},${guides}` })).toHaveLength(3)
  expect((await search(room, 'tea', { baseIds: guides })).found.map(({ base }) => base)).toContainEqual({
    id: guides,
    name: 'Guides',
  })
})

test('KB-06 people without access to a room cannot search it, and a base of another room returns 404', async () => {
  const [room, other] = [await desk.openRoom(), await desk.openRoom()]
  const base = await desk.openBase(other, 'Secrets')
  await desk.add(other, 'secret.txt', tea, base)
  expect(await codeOf(search(room, 'tea', {}, other))).toBe('NOT_FOUND')
  expect(await codeOf(search(room, 'tea', { baseIds: base }))).toBe('NOT_FOUND')
  expect(await codeOf(search(room, 'tea', { baseIds: mintId('base') }))).toBe('NOT_FOUND')
  expect(await filesFor(room, 'tea')).toEqual([])

  const { database } = desk.testDatabase
  const { accountId, userId, roomId } = other
  const colleague = await insertMember(database, accountId)
  const asColleague: Admin = { ...other, token: colleague, userId: colleague }
  expect(await codeOf(search(asColleague, 'tea'))).toBe('NOT_FOUND')
  await inTenant(database, { accountId, userId }, (trx) =>
    addRoomMember(trx, other, { roomId, userId: colleague, membershipType: 'MEMBER' }),
  )
  expect(await filesFor(asColleague, 'tea')).toEqual(['secret.txt'])
})

test('API-04 invalid questions, bases and numbers of passages are refused', async () => {
  const room = await desk.openRoom()
  const bases = Array.from({ length: 21 }, () => mintId('base')).join(',')
  for (const [query, more] of [
    [' ', {}],
    ['x'.repeat(1001), {}],
    ['tea', { most: '101' }],
    ['tea', { most: '0' }],
    ['tea', { baseIds: 'base_1' }],
    ['tea', { baseIds: bases }],
  ] as const)
    expect(await codeOf(search(room, query, more))).toBe('INVALID_INPUT')
})

const modelsFile = `baseModel: small
providers:
  - { name: own, displayName: Own, protocol: openai, key: '\${OPENAI_API_KEY}', baseUrl: ['\${OPENAI_BASE_URL}'] }
models:
  - { id: small, provider: own, model: small, displayName: Small, description: Small., category: Basic, contextLimit: 32000, maxOutputTokens: 8000, speed: 5, quality: 2, price: { input: 1, cachedInput: 0.1, output: 5 } }
embeddings: [{ provider: own, model: sandbox-embedder, dimensions: 256 }]
`

test('KB-06 a search uses vectors if there is an embedding model, which is not called for people outside the room', async () => {
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  const { models, close } = await modelsUnderTest(
    { OPENAI_API_KEY: 'sk-of-tests', OPENAI_BASE_URL: `${provider.url}/v1` },
    { yaml: modelsFile },
  )
  const { embedder } = models
  if (!embedder) throw new Error('There should be an embedding model.')
  let asked = 0
  const embed: typeof embedder.embed = async (...given) => {
    asked += 1
    return await embedder.embed(...given)
  }
  const near = await openDesk(inject('databaseHost'), { embedder: { ...embedder, embed } })
  closing.push(near.close, close, provider.close)
  const [room, other] = [await near.openRoom(), await near.openRoom()]
  await near.add(room, 'tea.txt', tea)
  // The sandbox's vectors see groups of letters, so that a word misspelled is near the right one.
  expect(await search(room, 'witherings')).toMatchObject({
    usesVectors: true,
    found: [{ fileName: 'tea.txt' }],
  })
  // For the file, for the question, and once for texts that have nothing to do with any.
  expect(asked).toBe(3)
  expect(await codeOf(search(other, 'witherings', {}, room))).toBe('NOT_FOUND')
  expect(asked).toBe(3)
})
