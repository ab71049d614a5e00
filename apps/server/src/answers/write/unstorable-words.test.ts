import { contract, mintId, type TurnId } from '@atrium/contract'
import type { Step } from '@atrium/sandbox'
import {
  call,
  checkInvariants,
  endOf,
  readEvents,
  send,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
let withoutText = ''

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  // These are the ones under test.
  const isExpected = ({ what }: { what: string }) => what.startsWith(withoutText) && withoutText !== ''
  await vi.waitFor(async () =>
    expect(
      (await checkInvariants(world.database, { acknowledged: [], seen: [] })).filter(
        (one) => !isExpected(one),
      ),
    ).toEqual([]),
  )
  await world.close()
})

const stop: Step = { finish: 'stop' }
const turnsOf = async (chatId: Awaited<ReturnType<TestPerson['ask']>>['chatId']) =>
  (await call('getChat', kim.api, { params: { chatId } })).message

/** As escapes in a provider's JSON. */
const NUL = '\0'
const [HIGH, LOW] = ['\ud83d', '\ude00']

test.each(['test-model', 'test-responses', 'test-messages'])(
  'F17 NUL and unpaired surrogates in words and reasoning of %s never reach the log or the chat, and a pair split over two deltas arrives whole',
  async (modelId) => {
    world.model.script('test-model', [
      { reasoning: `Hm${NUL}m ${HIGH}` },
      { reasoning: `${LOW} ${LOW}.` },
      { text: `One ${HIGH}` },
      { text: `${LOW}${NUL} two ${HIGH} ` },
      { text: `${NUL}` },
      { text: `three${HIGH}` },
      stop,
    ])
    const { response, chatId, turnId } = await kim.ask('Say what cannot be stored.', { modelId })
    const { events, isDone } = await readEvents(response)
    expect(isDone).toBe(true)
    expect(endOf(events)).toMatchObject({ state: 'answered', errorCode: null })
    expect(textOf(events)).toBe('One 😀 two \ufffd three')
    const { turns } = await turnsOf(chatId)
    expect(turns[0]?.parts.filter(({ type }) => type === 'text')).toMatchObject([
      { text: 'One 😀 two \ufffd three' },
    ])
    expect(turns[0]?.parts.filter(({ type }) => type === 'reasoning')).toMatchObject(
      turns[0]?.parts.some(({ type }) => type === 'reasoning') ? [{ text: 'Hmm 😀 \ufffd.' }] : [],
    )
    const found = await sql<{ attempts: number }>`select attempts from turn where id = ${turnId}`.execute(
      world.database.kysely,
    )
    expect(found.rows).toEqual([{ attempts: 1 }])
  },
)

test('L13 an answer with only unstorable characters is an empty answer and is free', async () => {
  world.model.script('test-model', [{ text: NUL }, { text: HIGH }, stop])
  const { events } = await readEvents((await kim.ask('Say nothing.')).response)
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode: 'PROVIDER_EMPTY', creditsCharged: 0 })
})

test('F17 CHAT-09 CHAT-13 titles and follow-ups are stored without unstorable characters', async () => {
  world.model.script('*', ({ conversation }) =>
    /title for/i.test(JSON.stringify(conversation))
      ? [{ text: `Tea${NUL} and ${HIGH}` }, { text: `${LOW} cups` }, stop]
      : /follow-up/i.test(JSON.stringify(conversation))
        ? [{ text: `Which${NUL} one?\nWhy ${HIGH}x?` }, stop]
        : [{ text: 'Tea.' }, stop],
  )
  const { response, chatId, turnId } = await kim.ask('Tea?')
  await readEvents(response)
  await vi.waitFor(async () => expect((await turnsOf(chatId)).chatTitle).toBe('Tea and 😀 cups'), {
    timeout: 60_000,
  })
  const { message } = await call('suggestFollowups', kim.api, {
    body: { shapingId: mintId('shaping'), turnId },
  })
  expect(message.followups).toEqual(['Which one?', 'Why \ufffdx?'])
})

test('F17 HIST-05 imported answers are made storable, since nobody can correct them', async () => {
  const turn = {
    parent: null,
    sameQuestionAs: null,
    question: `What${NUL}?`,
    askedAt: '2026-01-02T03:04:05.000Z',
    modelName: null,
    state: 'answered' as const,
    reasoning: `a${LOW}`,
    answer: `b${NUL}${HIGH}`,
    answeredAt: null,
    rating: null,
  }
  const response = await send(contract.importChats, kim.api, {
    body: {
      roomId: kim.roomId,
      source: 'chatgpt',
      chats: [
        {
          sourceId: 'one',
          title: 'One',
          createdAt: '2026-01-02T03:04:05.000Z',
          isStarred: false,
          labels: [],
          currentTurn: 0,
          turns: [turn],
        },
      ],
    },
  })
  expect(response.status).toBe(200)
})

test('I4 a turn that cannot be closed is abandoned after its last takeover: its text stays, its hold is released, nothing is charged', async () => {
  const before = await countedEnds('interrupted', 'ANSWER_INTERRUPTED')
  const turnId = await leftOpenAfterWords(`new.credits_charged_milli > 0`)
  await lastTakeover(turnId)
  await expect
    .poll(() => stateOf(turnId))
    .toMatchObject({ state: 'interrupted', charged: 0, words: 'Some words' })
  await expect.poll(() => countedEnds('interrupted', 'ANSWER_INTERRUPTED')).toBe(before + 1)
})

test('I4 a turn whose text cannot be stored either ends without it', async () => {
  const before = await countedEnds('failed', 'INTERNAL')
  const turnId = await leftOpenAfterWords(`new.parts::text like '%Some words%'`)
  withoutText = turnId
  await lastTakeover(turnId)
  await expect.poll(() => stateOf(turnId)).toMatchObject({ state: 'failed', charged: 0, words: '' })
  await expect.poll(() => countedEnds('failed', 'INTERNAL')).toBe(before + 1)
})

/** The number of answers that this process counted with this end. */
async function countedEnds(state: string, error: string): Promise<number> {
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  const series = `atrium_answers_total{model="test-model",state="${state}",error="${error}"} `
  const line = metrics.split('\n').find((one) => one.startsWith(series))
  return Number(line?.slice(series.length) ?? 0)
}

/**
 * A turn with some visible words whose writer is gone. On this condition its end is refused, and the next takeover is the last, from
 * before the writer goes: on a slow machine the takeover comes at once.
 */
async function leftOpenAfterWords(condition: string): Promise<TurnId> {
  const held = Promise.withResolvers<void>()
  world.model.script('test-model', [{ text: 'Some words' }, { wait: held.promise }, stop], { times: 1 })
  const { response, turnId } = await kim.ask('Begin.')
  await readEvents(response, { until: (events) => textOf(events) !== '' })
  await refuseEndsOf(turnId, condition)
  await sql`update turn set attempts = 3 where id = ${turnId}`.execute(world.database.kysely)
  const running = world.app.ports.running.get(turnId)
  running?.abort('lease-lost')
  held.resolve()
  await expect.poll(() => world.app.ports.running.has(turnId)).toBe(false)
  return turnId
}

async function refuseEndsOf(turnId: TurnId, condition: string): Promise<void> {
  const name = `refuse_${turnId.replaceAll('-', '_')}`
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$
      begin raise exception 'cannot be stored' using errcode = '22P05'; end $$;
      create trigger ${name} before update on turn for each row
      when (new.id = '${turnId}' and new.state <> 'open' and (${condition})) execute function ${name}()`,
    )
    .execute(world.database.kysely)
}

/** Lets its lease expire. Its writers died so often that the model is not asked again. */
const lastTakeover = (turnId: TurnId) =>
  sql`update turn set lease_expires_at = now() - interval '1 second' where id = ${turnId}`.execute(
    world.database.kysely,
  )

async function stateOf(turnId: TurnId) {
  const found = await sql<{ state: string; charged: number | null; words: string; hold: string }>`
    select turn.state, credits_charged_milli::int as charged, coalesce(parts #>> '{0,text}', '') as words, hold.state as hold
    from turn join credit_hold as hold on hold.turn_id = turn.id where turn.id = ${turnId}`.execute(
    world.database.kysely,
  )
  return found.rows[0]
}
