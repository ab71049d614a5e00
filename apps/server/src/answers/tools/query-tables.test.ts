import { contract, type FileId, limits, mintId, type TablePart, tablesIn, type Turn } from '@atrium/contract'
import type { Step } from '@atrium/sandbox'
import {
  call,
  checkInvariants,
  colleagueOf,
  endOf,
  readEvents,
  send,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { addToRoom, turnsOf, uploadDocument } from '../answers-for-tests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const csv = 'Day;Region;Amount\n03.01.2026;North;1.250,50\n04.02.2026;South;800\n05.02.2026;North;49,5\n'
const upload = async (name = 'sales.csv', text = csv, person = kim): Promise<FileId> =>
  (await uploadDocument(person, name, text)).fileId

const queries = (...statements: string[]): Step[] =>
  statements.map((statement) => ({
    call: { name: 'query_tables', input: { sql: statement, title: 'Amounts' } },
  }))
const says = (text: string): Step[] => [{ text }, { finish: 'stop' }]
const isTitle = (request: string) => request.includes('Write a title')
const requests = () =>
  world.model
    .requests()
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => !isTitle(body))

/** Scripts one reply after the other; titles get the last. */
function script(...replies: Step[][]) {
  let next = 0
  world.model.script('*', ({ request }) => {
    const isOfTitle = isTitle(JSON.stringify(request.body))
    return (isOfTitle ? replies.at(-1) : (replies[next++] ?? replies.at(-1))) ?? []
  })
}

async function ask(
  text: string,
  attachments: FileId[],
  more: Parameters<TestPerson['ask']>[1] = {},
  person = kim,
) {
  const asked = await person.ask('', {
    modelId: 'test-sheets',
    ask: { kind: 'question', messageId: mintId('message'), text, attachments },
    ...more,
  })
  const { events } = await readEvents(asked.response)
  return { ...asked, events, turn: await turnOf(asked, person) }
}
const turnOf = async ({ chatId, turnId }: { chatId: string; turnId: string }, person = kim) =>
  (await turnsOf(person, chatId as never)).find((turn) => turn.turnId === turnId) as Turn
const tableOf = (turn: Turn, index = 0): TablePart => {
  const part = tablesIn(turn.parts)[index]
  if (!part) throw new Error('The answer has queried.')
  return part
}

const byRegion = 'select region, sum(amount) as total from sales group by all order by 1'

test.each([
  ['chat completions', 'test-sheets'],
  ['responses', 'test-responses'],
  ['messages', 'test-messages'],
])(
  'ANS-05 by %s a model lists, describes and queries an attached csv; results are stored before they are seen',
  async (_, modelId) => {
    script(
      [{ call: { name: 'list_tables', input: {} } }],
      [{ call: { name: 'describe_table', input: { table: 'sales' } } }],
      queries(byRegion),
      says('The north has 1300 and the south 800. Together that is 2,950.'),
    )
    const { events, turn, turnId } = await ask('Which region sold most?', [await upload()], { modelId })
    expect(textOf(events)).toContain('The north has 1300')
    expect(endOf(events)).toMatchObject({ state: 'answered' })
    expect(events.map(({ eventId }) => eventId)).toEqual(events.map((__, index) => index + 1))
    const states = events.flatMap(({ part }) => (part.type === 'data-table' ? [part.data.state] : []))
    expect(states).toEqual(['running', 'done', 'done'])
    expect(tableOf(turn)).toMatchObject({
      number: 1,
      title: 'Amounts',
      sql: byRegion,
      state: 'done',
      columns: [
        { name: 'region', kind: 'text' },
        { name: 'total', kind: 'number' },
      ],
      rows: [
        ['North', 1300],
        ['South', 800],
      ],
      rowCount: 2,
      isHidden: false,
      // The sum is in no result.
      unsupported: ['Together that is 2,950.'],
    })
    const [, listed, described, queried] = requests()
    expect(listed).toContain('| sales: 3 rows, 3 columns, of')
    expect(described).toContain('amount number')
    expect(described).toContain('from \\"2026-01-03\\" to \\"2026-02-05\\"')
    expect(queried).toContain('| North ; 1300')
    // No row of the file is in the prompt before it is asked for, and its indexing isn't waited for.
    expect(requests()[0]).not.toContain('1.250,50')

    const [hold] = (
      await sql<{ amount: number; charged: number }>`
      select hold.held_milli::int as amount, turn.credits_charged_milli::int as charged
      from credit_hold as hold join turn on turn.id = hold.turn_id where turn.id = ${turnId}`.execute(
        world.database.kysely,
      )
    ).rows
    expect(hold?.charged).toBeGreaterThan(0)
    expect(hold?.charged).toBeLessThanOrEqual(hold?.amount ?? 0)
  },
)

test('ANS-05 MODEL-06 MODEL-07 Auto gives spreadsheets to a model that queries them; the sandbox answers with the numbers of its query', async () => {
  const { turn, events } = await ask('What is the total amount by region?', [await upload()], {
    modelId: 'auto',
  })
  expect(['test-sheets', 'test-responses', 'test-messages']).toContain(turn.modelId)
  const sandbox = await ask('What is the total amount by region?', [await upload()])
  expect(tableOf(sandbox.turn)).toMatchObject({
    state: 'done',
    rows: [
      ['North', 1300],
      ['South', 800],
    ],
    unsupported: [],
  })
  expect(textOf(sandbox.events)).toContain('**1300**')
  expect(endOf(events)).toMatchObject({ state: 'answered' })
})

test('ANS-05 a refused query is shown with the reason, and the model may send a better one', async () => {
  script(queries('drop table sales', 'select nothing from sales', byRegion), says('1300 in the north.'))
  const { turn } = await ask('Which region sold most?', [await upload()])
  expect(tablesIn(turn.parts).map(({ number, state, problem }) => [number, state, problem])).toEqual([
    [1, 'failed', 'REFUSED'],
    [2, 'failed', 'REFUSED'],
    [3, 'done', null],
  ])
  expect(tableOf(turn).detail).toContain('read-only')
  expect(tableOf(turn, 2).unsupported).toEqual([])
})

test('ANS-05 a question has at most 20 queries, then the model has to answer', async () => {
  script(
    queries(...Array.from({ length: 25 }, () => 'select 1 as one')),
    queries('select 2'),
    says('Enough.'),
  )
  const { turn, events } = await ask('Everything?', [await upload()])
  expect(tablesIn(turn.parts)).toHaveLength(limits.maxTableQueries)
  expect(textOf(events)).toBe('Enough.')
  expect(requests().at(-1)).toContain('No calls of this tool are left')
})

test('ANS-05 a stop ends a query, and the answer keeps what it has', async () => {
  script(
    queries(byRegion),
    queries('select sum(x.range * y.range) from range(10000000) as x, range(1000000) as y'),
    says('Never said.'),
  )
  const file = await upload()
  const asked = await kim.ask('', {
    modelId: 'test-sheets',
    ask: { kind: 'question', messageId: mintId('message'), text: 'How much?', attachments: [file] },
  })
  const reading = readEvents(asked.response)
  await expect
    .poll(async () => tablesIn((await turnOf(asked)).parts).map(({ state }) => state))
    .toEqual(['done', 'running'])
  await call('stopAnswer', kim.api, { params: { turnId: asked.turnId } })
  expect(endOf((await reading).events)).toMatchObject({ state: 'stopped' })
  const turn = await turnOf(asked)
  expect(tablesIn(turn.parts).map(({ state, problem }) => [state, problem])).toEqual([
    ['done', null],
    ['failed', 'STOPPED'],
  ])
})

test('ANS-05 a model without spreadsheet_agent reads the rows as before', async () => {
  script(says('1250.5 [1].'))
  const { turn } = await ask('How much?', [await upload('plain.csv')], { modelId: 'test-model' })
  expect(tablesIn(turn.parts)).toEqual([])
  expect(requests()[0]).toContain('1.250,50')
  expect(requests()[0]).not.toContain('query_tables')
})

test("ANS-05 a room's spreadsheets are offered where its files are in use; a reader who may not open them sees neither query nor result", async () => {
  const room = await world.signUp()
  await addToRoom(room, 'stock.csv', 'item,count\nnets,12\npumps,30\n')
  script(queries('select item, count from stock order by 2 desc'), says('There are 30 pumps.'))
  const asked = await ask('What is in stock?', [], { share: 'read' } as never, room)
  expect(tableOf(asked.turn)).toMatchObject({ rowCount: 2, files: [{ fileName: 'stock.csv', of: 'room' }] })
  script(says('Nothing.'))
  await ask('What is in stock?', [], { usesRoomFiles: false }, room)
  expect(requests().at(-1)).not.toContain('query_tables')

  const reader = await colleagueOf(world, room)
  const seen = tableOf(await turnOf(asked, reader))
  expect(seen).toMatchObject({
    isHidden: false,
    rows: [
      ['pumps', 30],
      ['nets', 12],
    ],
  })
  await sql`update room_file set deleted_at = now() where name = 'stock.csv' and account_id = ${room.accountId}`.execute(
    world.database.kysely,
  )
  const hidden = tableOf(await turnOf(asked, reader))
  expect(hidden).toMatchObject({ isHidden: true, sql: '', rows: [], columns: [], rowCount: 0, title: '' })
  expect(hidden.files).toMatchObject([{ fileName: '' }])
  const live = await send(contract.readAnswer, reader.api, { params: { turnId: asked.turnId }, query: {} })
  expect(JSON.stringify((await readEvents(live)).events)).not.toContain('pumps", 30')
  const exported = await send(contract.exportAnswerTable, reader.api, {
    params: { chatId: asked.chatId, turnId: asked.turnId, number: '1' as never },
  })
  expect(exported.status).toBe(404)
})

test('ANS-05 all rows of a result are exported as CSV, safe for spreadsheets; nobody else can', async () => {
  const lines = Array.from(
    { length: 500 },
    (_, index) => `${index === 0 ? '=1+1' : `name ${index}`},${-index}`,
  )
  script(queries('select name, value from big order by value desc'), says('500 rows.'))
  const asked = await ask('All of it?', [await upload('big.csv', ['name,value', ...lines].join('\n'))])
  expect(tableOf(asked.turn)).toMatchObject({ rowCount: 500 })
  expect(tableOf(asked.turn).rows).toHaveLength(200)
  const params = { chatId: asked.chatId, turnId: asked.turnId, number: '1' as never }
  const exported = await send(contract.exportAnswerTable, kim.api, { params })
  const text = await exported.text()
  expect(exported.headers.get('content-type')).toContain('text/csv')
  expect(text.split('\r\n').slice(0, 3)).toEqual(['name,value', "'=1+1,0", 'name 1,-1'])
  expect(text.trim().split('\r\n')).toHaveLength(501)
  const stranger = await world.signUp()
  expect((await send(contract.exportAnswerTable, stranger.api, { params })).status).toBe(404)
  expect(
    (await send(contract.exportAnswerTable, kim.api, { params: { ...params, number: '2' as never } })).status,
  ).toBe(404)
})
