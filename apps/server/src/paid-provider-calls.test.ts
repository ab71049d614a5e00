import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ChatId, contract, mintId, type TurnId } from '@atrium/contract'
import {
  call,
  readEvents,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type AllowanceKind, dailyAllowances } from './credits/index.ts'
import { plain, scanOf } from '@atrium/documents/testing/scans-for-tests.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-paid-'))
const modelsFile = path.join(folder, 'models.yaml')
const testModels = path.join(import.meta.dirname, '../../../packages/testkit/models.yaml')

let world: World
let admin: TestPerson
beforeAll(async () => {
  writeFileSync(
    modelsFile,
    readFileSync(testModels, 'utf8').replace(
      '\nmodels:\n',
      `
  - { name: own, displayName: Own, protocol: openai-compatible, baseUrl: ['\${TEST_MODELS_URL}'] }

embeddings: [{ provider: chat, model: sandbox-embedder, dimensions: 256 }]
scans: [{ provider: own, model: test-model }]
models:
  - { id: own-model, image_processing: true, provider: own, model: test-model, displayName: Own model, description: Reads pictures., category: Basic, contextLimit: 128000, maxOutputTokens: 8000, speed: 1, quality: 1, price: { input: 1, cachedInput: 0.1, output: 4 } }
`,
    ),
  )
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_MODELS_FILE: modelsFile },
  })
  admin = await world.signUp({ email: systemAdminEmail })
  // Each process embeds everyday sentences once, with its first search.
  await uploadContextFile(admin.api, file('tea.txt'))
  await settled(admin)
  await searched(admin)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const tea = 'Tea leaves wither for eighteen hours before they are rolled.'
const file = (name: string, bytes: Buffer = Buffer.from(tea)) => ({ name, bytes })
const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(world.database.kysely)).rows

/** Waits until the files of the room are read. */
async function settled({ api, roomId }: TestPerson) {
  await vi.waitFor(
    async () => {
      const open = await rowsOf(sql<{ name: string }>`
        select name from pgboss.job where name like '%index-file%' and state < 'completed'`)
      const { data } = await call('listContextFiles', api, { params: { roomId }, query: {} })
      const unread = data.filter(({ state }) => !['COMPLETED', 'FAILED'].includes(state.status))
      expect([...open, ...unread]).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function asked(person: TestPerson, more: Parameters<TestPerson['ask']>[1] = {}, question = 'Tea?') {
  const { response, chatId, turnId } = await person.ask(question, { modelId: 'test-model', ...more })
  if (response.ok) await readEvents(response)
  return { chatId, turnId }
}
async function longChat(person: TestPerson): Promise<{ chatId: ChatId; turnId: TurnId }> {
  let last = await asked(person, {}, 'q '.repeat(200))
  for (let count = 0; count < 4; count += 1)
    last = await asked(person, { chatId: last.chatId, parentTurnId: last.turnId }, 'q '.repeat(200))
  return last
}
const searched = ({ api, roomId }: TestPerson) =>
  call('searchKnowledge', api, { params: { roomId }, query: { query: 'withering' } })
const read = async (response: Promise<Response>) => void (await (await response).text())
const shaping = () => ({ shapingId: mintId('shaping'), modelId: 'test-model', text: 'tea or coffee' })

type Way<Prepared = unknown> = {
  pays: 'credits' | AllowanceKind | 'nothing'
  /** Prerequisites, with their own provider calls. */
  prepare?: (person: TestPerson) => Promise<Prepared>
  run: (person: TestPerson, prepared: Prepared) => Promise<unknown>
  /** Those of the requests that are this way's own; all but titles, which come when they come, when left out. */
  own?: (request: string) => boolean
}
const way = <Prepared>(one: Way<Prepared>) => one as Way

const isEmbedding = (request: string) => request.includes('/embeddings')

/** Every action that calls a provider. */
const ways: Record<string, Way> = {
  question: way({ pays: 'credits', run: (person) => asked(person) }),
  'question that Auto routes': way({ pays: 'credits', run: (person) => asked(person, { modelId: 'auto' }) }),
  picture: way({ pays: 'credits', run: (person) => asked(person, { modelId: 'test-painter' }) }),
  'answer again': way({
    pays: 'credits',
    prepare: (person) => asked(person),
    run: (person, { chatId, turnId }) => asked(person, { chatId, ask: { kind: 'regenerate', turnId } }),
  }),
  'summary before a question': way({
    pays: 'summaries',
    prepare: longChat,
    run: (person, { chatId, turnId }) =>
      asked(person, { chatId, parentTurnId: turnId, modelId: 'test-small' }, 'q '.repeat(60)),
    own: (request) => /summar/i.test(request),
  }),
  'summary on request': way({
    pays: 'credits',
    prepare: longChat,
    run: ({ api }, { chatId, turnId }) =>
      send(contract.summariseChat, api, {
        params: { chatId },
        body: { lastTurnId: turnId, modelId: 'test-small' },
      }),
  }),
  'better wording': way({
    pays: 'credits',
    run: ({ api }) => read(send(contract.magicWrite, api, { body: shaping() })),
  }),
  'work on a selection': way({
    pays: 'credits',
    prepare: (person) => asked(person),
    run: ({ api }, { turnId }) =>
      read(send(contract.customPrompt, api, { body: { ...shaping(), turnId, action: 'improve' } })),
  }),
  'follow-up questions': way({
    pays: 'credits',
    prepare: (person) => asked(person),
    run: ({ api }, { turnId }) =>
      read(send(contract.suggestFollowups, api, { body: { shapingId: mintId('shaping'), turnId } })),
  }),
  'vector of a search': way({
    pays: 'questionVectors',
    prepare: async (person) => {
      await uploadContextFile(person.api, file('tea.txt'))
      await settled(person)
    },
    run: searched,
    own: isEmbedding,
  }),
  'vector of a question to the files of a room': way({
    pays: 'questionVectors',
    prepare: async (person) => {
      await uploadContextFile(person.api, file('tea.txt'))
      await settled(person)
    },
    run: (person) => asked(person, {}, 'How long do tea leaves wither?'),
    own: isEmbedding,
  }),
  'vectors of a file': way({
    pays: 'passageVectors',
    run: ({ api }) => uploadContextFile(api, file('tea.txt')),
    own: isEmbedding,
  }),
  'scanned page': way({
    pays: 'scannedPages',
    run: ({ api }) => uploadContextFile(api, file('scan.pdf', scanOf([{ picture: plain() }]))),
    own: (request) => request.includes('transcribe'),
  }),
  'web search of an answer': way({
    pays: 'webSearches',
    run: (person) => asked(person, { usesWeb: true, modelId: 'own-model' }),
    own: (request) => request.startsWith('search'),
  }),
  estimate: way({
    pays: 'nothing',
    run: ({ api }) =>
      send(contract.estimateQuestion, api, {
        body: { chatId: mintId('chat'), parentTurnId: null, modelId: 'test-model', text: 'Tea?' },
      }),
  }),
}

/** How often the person has paid: holds of credits and what allowances have counted, since the tests began. */
async function paidBy({ userId }: TestPerson) {
  const [holds] = await rowsOf(sql<{ count: number }>`
    select count(*)::int as count from credit_hold where user_id = ${userId}`)
  const counted = await rowsOf(sql<{ kind: AllowanceKind; used: number }>`
    select kind, used from daily_allowance where holder = ${userId}`)
  return { credits: holds?.count ?? 0, ...Object.fromEntries(counted.map(({ kind, used }) => [kind, used])) }
}
const sumOf = ({ titles: _titles, ...paid }: Record<string, number>) =>
  Object.values(paid).reduce((sum, one) => sum + one, 0)

async function ready({ prepare }: Way) {
  world.model.reset()
  world.search.reset()
  world.model.script('*', [{ text: 'word '.repeat(250) }, { finish: 'stop' }])
  const person = await world.signUp()
  const prepared = await prepare?.(person)
  await settled(person)
  world.model.reset()
  world.model.script('*', [{ text: 'word '.repeat(250) }, { finish: 'stop' }])
  return { person, prepared }
}
// Titles come when they come, also those of the chats of others.
const isNoTitle = (request: string) => !request.includes('Write a title')
const requests = () => [
  ...world.model
    .requests()
    .map((request) => JSON.stringify(request))
    .filter(isNoTitle),
  ...world.search.queries().map((query) => `search ${query}`),
]

describe.each(Object.entries(ways))('CRED-02 a provider call by: %s', (_name, one) => {
  const { pays, run, own = isNoTitle } = one

  test('is made no more often than it is paid for', async () => {
    const { person, prepared } = await ready(one)
    const before: Record<string, number> = await paidBy(person)
    await run(person, prepared)
    await settled(person)
    // Reads the requests first: a payment precedes its request.
    const asked = requests()
    const after: Record<string, number> = await paidBy(person)
    if (pays === 'nothing') return expect([asked, sumOf(after)]).toEqual([[], sumOf(before)])
    expect(asked.filter(own).length).toBeGreaterThan(0)
    expect(after[pays] ?? 0).toBeGreaterThan(before[pays] ?? 0)
    expect(asked.length).toBeLessThanOrEqual(sumOf(after) - sumOf(before))
  })

  test.skipIf(pays === 'nothing')('gets no call when the allowance is used up', async () => {
    const { person, prepared } = await ready(one)
    if (pays === 'credits')
      await sql`update credit_balance set available_milli = 0 where account_id = ${person.accountId}`.execute(
        world.database.kysely,
      )
    else
      await sql`
        insert into daily_allowance (holder, kind, day, used)
        values (${person.userId}, ${pays}, (now() at time zone 'utc')::date, ${dailyAllowances[pays as AllowanceKind]})
        on conflict (holder, kind, day) do update set used = excluded.used`.execute(world.database.kysely)
    await run(person, prepared)
    await settled(person)
    expect(requests().filter(own)).toEqual([])
  })
})

// Titles and tests of connections have tests of their own beside the inventory; queries of tables call no provider, and calls of tools have theirs in `answers/tools`.
test('each kind of allowance is used by one of these callers', () => {
  expect(new Set(Object.values(ways).map(({ pays }) => pays))).toEqual(
    new Set([
      ...Object.keys(dailyAllowances).filter(
        (kind) => !['titles', 'connectionTests', 'tableQueries', 'toolCalls'].includes(kind),
      ),
      'credits',
      'nothing',
    ]),
  )
})
