import { contract, type Endpoint, type EndpointName, ErrorReply, mintId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { pathOf, readEvents, startWorld, textOf, type World } from '@atrium/testkit'
import {
  allowedOutcome,
  type Case,
  casesOf,
  namesAccountInPath,
  type Outcome,
  outcomeOf,
} from '@atrium/testkit/authorization-rules.ts'
import { type SoundRequest, soundRequests, type Things } from '@atrium/testkit/sound-requests/index.ts'
import { createTwoAccounts, nobodysThings, type TwoAccounts } from '@atrium/testkit/two-accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTestClock } from './platform/clock.ts'

let world: World
let town: TwoAccounts
const nobodys = nobodysThings()

beforeAll(async () => {
  const clock = createTestClock()
  world = await startWorld({ databaseHost: inject('databaseHost'), clock })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  town = await createTwoAccounts(world, clock)
  // Jobs of the clock, such as digests, would write during the comparisons.
  await sql`delete from pgboss.schedule`.execute(world.database.kysely)
  await vi.waitFor(
    async () => expect(await stillToDo()).toEqual([{ mails: 0, titles: 0, files: 0, jobs: 0, unindexed: 0 }]),
    { timeout: 60_000 },
  )
})
afterAll(() => world.close())

/** Background work of the product after its tables were filled. */
const stillToDo = async () =>
  (
    await sql`select (select count(*)::int from mail_outbox where sent_at is null) as mails,
      (select count(*)::int from chat where title_source = 'none') as titles,
      (select count(*)::int from indexed_file where status in ('PENDING', 'ONGOING')) as files,
      (select count(*)::int from pgboss.job where state in ('created', 'active') and start_after <= now()) as jobs,
      (select count(*)::int from pending_turn join turn on turn.id = pending_turn.turn_id where turn.state <> 'open') as unindexed`.execute(
      world.database.kysely,
    )
  ).rows

/** Tables that jobs write independently of requests. */
const writtenByJobs = ['chat_words_catch_up', 'node']

/** The content of every other table: its number of rows and the sum of their hashes, in one statement. */
async function databaseNow(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${writtenByJobs}) order by 1`.execute(
    world.database.kysely,
  )
  const contents = tables.rows.map(
    ({
      name,
    }) => sql`(select concat_ws(' ', count(*), sum(hashtextextended(row::text, 0))) from ${sql.table(name)} as row)
      as ${sql.id(name)}`,
  )
  const found = await sql<Record<string, string>>`select ${sql.join(contents)}`.execute(world.database.kysely)
  return found.rows[0] ?? {}
}

const thingsOf = (whose: Case['account']): Things =>
  whose === 'A' || whose === 'B' ? town.things[whose] : nobodys

function send(endpoint: Endpoint, request: SoundRequest, { principal, account, things }: Case) {
  const parts = request.make(thingsOf(things), thingsOf(account))
  const { token, cookie } = principal.credentials
  const isForm = parts.body instanceof FormData
  return fetch(world.url + pathOf(endpoint, parts), {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(account !== 'unnamed' &&
        !namesAccountInPath(endpoint) && { 'workspace-id': thingsOf(account).accountId }),
      ...(endpoint.caller === 'refresh-cookie' && { origin: world.url }),
      ...(endpoint.idempotency === 'key' && { 'idempotency-key': mintId('message') }),
      ...(parts.body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...parts.headers,
    },
    ...(parts.body !== undefined && {
      body: isForm ? (parts.body as FormData) : JSON.stringify(parts.body),
    }),
  })
}

type Cell = { endpoint: Endpoint; request: SoundRequest; who: Case; expected: Outcome }

const cellsOf = (name: EndpointName): Cell[] => {
  const endpoint: Endpoint = contract[name]
  return soundRequests[name].flatMap((request) =>
    casesOf(endpoint, request, town.principals).map((who) => ({
      endpoint,
      request,
      who,
      expected: outcomeOf(endpoint, request, who),
    })),
  )
}
const isAllowed = ({ expected, request, who }: Cell) => expected === allowedOutcome(request, who.principal)

const described = ({ endpoint, request, who }: Cell) =>
  `${endpoint.name}${request.about ? ` ${request.about}` : ''} by ${who.principal.name}, account ${who.account}, things ${who.things}`

/** A reply as anybody could compare it with another, without what differs for every request. */
async function replyOf(response: Response) {
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  )
  const text = await response.text()
  const requestId = response.headers.get('x-request-id') ?? ''
  return { status: response.status, text, bytes: JSON.stringify([headers, text.replaceAll(requestId, '')]) }
}

/** The content after the last endpoint's refusals, if they had no effect: the next one finds the same. */
let contentNow: Record<string, string> | undefined

const names = Object.keys(contract) as EndpointName[]

/** Tested cells of the matrix, and those whose response differs from the contract. */
const counted = { cells: 0, mismatches: 0 }
const count = (cells: readonly Cell[], mismatches: readonly string[]) => {
  counted.cells += cells.length
  counted.mismatches += mismatches.length
}
afterAll(() => {
  const { cells, mismatches } = counted
  process.stdout.write(
    `authorization matrix: ${cells} cells, ${names.length} endpoints × ${town.principals.length} principals × own, foreign, random ids; ${mismatches} mismatches\n`,
  )
})

test('PERM-05 R19 every endpoint of the contract has a row in the matrix', () => {
  const missing = names.filter((name) => !(soundRequests[name]?.length > 0))
  expect(
    missing.map(
      (name) =>
        `${name} has no row, and none by default: add to soundRequests in packages/testkit/src/sound-requests how a sound request for it is made from the ids of an account's things.`,
    ),
  ).toEqual([])
})

test.each(names)(
  'PERM-05 R19 T01 T11 S25 %s refuses unauthorized callers, with one reply for foreign and unknown objects and without effect',
  async (name) => {
    const before = { database: contentNow ?? (await databaseNow()), asked: world.model.requests().length }
    contentNow = undefined
    const mismatches: string[] = []
    const forms = new Map<string, Map<string, string>>()
    const cells = cellsOf(name).filter((one) => !isAllowed(one))
    for (const cell of cells) {
      const reply = await replyOf(await send(cell.endpoint, cell.request, cell.who))
      const error = ErrorReply.safeParse(JSON.parse(reply.text)).data
      if (error?.code !== cell.expected || error.statusCode !== reply.status)
        mismatches.push(
          `${described(cell)}: ${cell.expected} was expected, got ${reply.status} ${reply.text.slice(0, 200)}`,
        )
      const form = `${cell.request.about} ${cell.who.principal.name} ${cell.expected}`
      forms.set(form, (forms.get(form) ?? new Map<string, string>()).set(reply.bytes, described(cell)))
    }
    count(cells, mismatches)
    expect(mismatches).toEqual([])
    expect([...forms.values()].filter((form) => form.size > 1).map((form) => [...form])).toEqual([])
    const after = { database: await databaseNow(), asked: world.model.requests().length }
    expect(after).toEqual(before)
    contentNow = after.database
  },
)

test('T03 a running answer is streamed only to its author; others get 404', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const { response, turnId } = await town.am.ask('A private question')
  await answer.asked
  answer.say('A private answer')
  for (const { name, credentials } of town.principals.filter((one) => one.isSignedIn)) {
    const side = name.startsWith('Bo') ? 'B' : 'A'
    for (const lastEventId of [undefined, '0', '1'])
      for (const askedFor of [turnId, mintId('turn')]) {
        if (name === 'Am member' && askedFor === turnId) continue
        const refused = await fetch(
          world.url + pathOf(contract.readAnswer, { params: { turnId: askedFor } }),
          {
            headers: {
              authorization: `Bearer ${credentials.token}`,
              'workspace-id': town.things[side].accountId,
              ...(lastEventId && { 'last-event-id': lastEventId }),
            },
          },
        )
        expect(ErrorReply.parse(await refused.json())).toMatchObject({ isError: true })
        expect([403, 404]).toContain(refused.status)
      }
  }
  answer.finish()
  expect(textOf((await readEvents(response)).events)).toBe('A private answer')
})

/** These end sessions or objects that the others need. */
const ends: EndpointName[] = [
  'deletePrompt',
  'deleteKnowledgeBase',
  'leaveRoom',
  'deleteRoom',
  'leaveAccount',
  'deleteAccount',
  'signOut',
]
const endsLast = [...names.filter((name) => !ends.includes(name)), ...ends]

test.each(endsLast)('API-03 R19 %s answers authorized callers with a reply of its schema', async (name) => {
  const cells = cellsOf(name).filter(isAllowed)
  expect(cells).not.toEqual([])
  const mismatches: string[] = []
  for (const cell of cells) {
    const response = await send(cell.endpoint, cell.request, cell.who)
    const { status = 200, json, events } = cell.endpoint.reply
    if (cell.expected !== 'ok') {
      const error = ErrorReply.safeParse(await response.json()).data
      if (error?.code !== cell.expected)
        mismatches.push(`${described(cell)}: ${response.status} ${error?.code}`)
    } else if (response.status !== status) {
      mismatches.push(`${described(cell)}: ${response.status} ${await response.text()}`)
    } else if (events) {
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      if (name === 'readNotices') await response.body?.cancel()
      else expect(await response.text()).toContain('data: [DONE]')
    } else if (json) {
      const parsed = json.safeParse(await response.json())
      if (!parsed.success) mismatches.push(`${described(cell)}: ${parsed.error.message}`)
    }
  }
  count(cells, mismatches)
  expect(mismatches).toEqual([])
})
