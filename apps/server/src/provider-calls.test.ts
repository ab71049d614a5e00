import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { mintId } from '@atrium/contract'
import {
  call,
  endOf,
  readEvents,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { dailyAllowances, type AllowanceKind } from './credits/index.ts'

/** Functions that reach a provider of models or a search service, as they are called. */
const providerCalls =
  /\b(?:streamModel|streamWithRetry|makePictures|embedQuery|embedPassages|writeSummary|checkProvider|transcribeBy|writeText|doStream|doGenerate|doEmbed)\(|\b(?:embedder|reader|pictureReader)\.(?:embed|read)\(|\bwebSearch\.search\(|\bfindHits\(|\bconnection\.callTool\(|\blookAt\(|\bconnectTo\(|\bwatch(?:Of\([^)]*\)\?)?\.look\(/g

type Paid =
  | { price: string }
  | { allowance: AllowanceKind; in: string; named?: string }
  | { free: string }
  | { by: string }

/**
 * Every place that calls a provider, and what limits its calls: credits held in the named file, a daily allowance taken in the
 * named file (its kind in `named`, where another takes it), the callers named in `by`, which are in this list themselves, or a reason.
 */
const inventory: Record<string, Paid> = {
  'answers/write/draw-answer.ts makePictures': { price: 'answers/open-turn.ts' },
  'answers/sources/find-sources.ts embedQuery': {
    allowance: 'questionVectors',
    in: 'retrieval/search/embed-query.ts',
  },
  'answers/compaction/compact-prompt.ts writeSummary': {
    allowance: 'summaries',
    in: 'answers/compaction/compact-prompt.ts',
  },
  'answers/compaction/write-summary.ts streamWithRetry': { by: 'writeSummary' },
  'answers/close/title-chat.ts streamWithRetry': { allowance: 'titles', in: 'answers/close/title-chat.ts' },
  'answers/tools/search-web.ts webSearch.search': {
    allowance: 'webSearches',
    in: 'answers/tools/run-calls.ts',
    named: 'answers/tools/search-web.ts',
  },
  'answers/tools/stream-with-tools.ts streamWithRetry': { price: 'answers/open-turn.ts' },
  'operations/test-web-search.ts findHits': {
    allowance: 'connectionTests',
    in: 'operations/operations.module.ts',
  },
  'answers/tools/call-server-tool.ts connection.callTool': {
    allowance: 'toolCalls',
    in: 'answers/tools/run-calls.ts',
    named: 'answers/tools/call-server-tool.ts',
  },
  'answers/tool-servers/servers-of-answer.ts connectTo': {
    allowance: 'toolCalls',
    in: 'answers/tools/run-calls.ts',
    named: 'answers/tools/call-server-tool.ts',
  },
  'tool-servers/servers/check-server.ts lookAt': {
    allowance: 'connectionTests',
    in: 'tool-servers/servers/check-server.ts',
  },
  'agent-jobs/engine/call-model.ts streamWithRetry': { price: 'agent-jobs/engine/admit-step.ts' },
  'answers/write/write-answer.ts streamWithRetry': { price: 'answers/open-turn.ts' },
  'evaluation/search-knowledge.ts embedQuery': {
    allowance: 'questionVectors',
    in: 'retrieval/search/embed-query.ts',
  },
  'models/wire/embed-texts.ts doEmbed': { by: 'embedder.embed' },
  'models/pictures/make-pictures.ts doGenerate': { by: 'makePictures' },
  'models/providers/list-providers.ts checkProvider': { free: 'a list of models of a local Ollama' },
  'models/providers/test-provider.ts checkProvider': {
    allowance: 'connectionTests',
    in: 'models/providers/routes.ts',
  },
  'models/providers/test-provider.ts watchOf.look': {
    allowance: 'connectionTests',
    in: 'models/providers/routes.ts',
  },
  'models/providers/time-model.ts streamModel': {
    allowance: 'connectionTests',
    in: 'models/providers/routes.ts',
  },
  'models/pictures/read-picture.ts streamModel': { by: 'reader.read' },
  'models/wire/stream-with-retry.ts streamModel': { by: 'streamWithRetry' },
  'models/wire/stream-model.ts doStream': { by: 'streamModel' },
  'models/wire/streaming-model.ts doStream': { by: 'streamModel' },
  'models/providers/watch-provider.ts checkProvider': {
    free: 'the list of models, by the clock and for nobody',
  },
  'models/providers/connected-providers.ts watch.look': {
    free: 'the list of models, by the clock and for nobody',
  },
  'retrieval/index/embed-passages.ts embedPassages': {
    allowance: 'passageVectors',
    in: 'retrieval/index/embed-passages.ts',
  },
  'retrieval/index/embed-passages.ts embedder.embed': { by: 'embedPassages' },
  'retrieval/search/embed-query.ts embedder.embed': { by: 'embedQuery' },
  'retrieval/index/index-file.ts embedPassages': {
    allowance: 'passageVectors',
    in: 'retrieval/index/index-file.ts',
  },
  'retrieval/index/index-file.ts reader.read': {
    allowance: 'scannedPages',
    in: 'retrieval/index/index-file.ts',
  },
  'retrieval/index/index-file.ts transcribeBy': {
    allowance: 'scannedPages',
    in: 'retrieval/index/index-file.ts',
  },
  'writing-tools/run-call.ts writeText': { price: 'writing-tools/open-call.ts' },
  'writing-tools/summarize-chat.ts writeSummary': { price: 'writing-tools/open-call.ts' },
  'writing-tools/write-text.ts streamWithRetry': { by: 'writeText' },
}

const root = import.meta.dirname
const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

function callSites(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|fixture|for-tests|testing\//.test(file),
  )
  const found = files.flatMap((file) =>
    sourceOf(file)
      .split('\n')
      // Not where one is defined or written of.
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*)|function\*? |^\s*(?:async )?do\w+\(options/.test(line))
      .flatMap((line) => [...line.matchAll(providerCalls)])
      .map(([name]) => `${file.split(path.sep).join('/')} ${name.replace(/\([^)]*\)\?|\($/g, '')}`),
  )
  return [...new Set(found)].toSorted()
}

describe('calls of providers', () => {
  test('each is listed with its payer', () => {
    expect(callSites()).toEqual(Object.keys(inventory).toSorted())
  })

  test.each(Object.entries(inventory))('%s has a price, an allowance or a paying caller', (_site, paid) => {
    if ('price' in paid) expect(sourceOf(paid.price)).toMatch(/(?:holdCredits|raiseHold)\(/)
    if ('allowance' in paid) {
      expect(sourceOf(paid.in)).toMatch(/takeAllowance\(/)
      expect(sourceOf(paid.named ?? paid.in)).toContain(`'${paid.allowance}'`)
      expect(dailyAllowances[paid.allowance]).toBeGreaterThan(0)
    }
    if ('by' in paid) expect(Object.keys(inventory).some((site) => site.endsWith(` ${paid.by}`))).toBe(true)
  })
})

describe('a daily allowance that is used up', () => {
  let world: World
  let kim: TestPerson
  beforeAll(async () => {
    world = await startWorld({ databaseHost: inject('databaseHost') })
    kim = await world.signUp({ email: systemAdminEmail })
  })
  beforeEach(() => world.model.reset())
  afterAll(() => world.close())

  const useUp = (kind: AllowanceKind) =>
    sql`insert into daily_allowance (holder, kind, day, used)
      values (${kim.userId}, ${kind}, (now() at time zone 'utc')::date, ${dailyAllowances[kind]})
      on conflict (holder, kind, day) do update set used = excluded.used`.execute(world.database.kysely)

  test('titles: the chat keeps its first words as its title, without a provider call', async () => {
    await useUp('titles')
    world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
    const { response } = await kim.ask('Tea?')
    expect(endOf((await readEvents(response)).events)?.state).toBe('answered')
    const jobs = () =>
      sql<{
        open: number
      }>`select count(*)::int as open from pgboss.job where name like '%name-chat%' and state < 'completed'`.execute(
        world.database.kysely,
      )
    await expect.poll(async () => (await jobs()).rows[0]?.open).toBe(0)
    expect(world.model.requests()).toHaveLength(1)
  })

  test('summaries: a question that needs one ends with an error, free of charge', async () => {
    world.model.script('*', [{ text: 'word '.repeat(250) }, { finish: 'stop' }])
    const chatId = mintId('chat')
    let parentTurnId = null
    let state
    for (let count = 0; count < 12 && state !== 'failed'; count++) {
      if (count === 1) await useUp('summaries')
      const asked = await kim.ask('q '.repeat(60), { chatId, parentTurnId, modelId: 'test-small' })
      const end = endOf((await readEvents(asked.response)).events)
      state = end?.state
      if (state === 'failed') expect(end).toMatchObject({ errorCode: 'SUMMARY_FAILED', creditsCharged: 0 })
      parentTurnId = asked.turnId as never
    }
    expect(state).toBe('failed')
  })

  test('connectionTests: a test is refused until the next day', async () => {
    await useUp('connectionTests')
    await expect(
      call('testProvider', kim.api, {
        body: { kind: 'openai-compatible', baseUrl: 'https://api.example.com/v1' },
      }),
    ).rejects.toThrow('RATE_LIMITED')
  })
})
