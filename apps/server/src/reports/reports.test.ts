import {
  type AccountId,
  mintId,
  type RoomId,
  type TurnId,
  type UsageHistory,
  type UsageReport,
  type UserId,
  usageKinds,
  usageViews,
} from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, testPlans } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { auditLedger, grantMonth, holdCredits, settleHold } from '../credits/index.ts'
import { inSystem, inTenant } from '../platform/database/index.ts'
import { addRoomMember, createRoom, namesOfRooms } from '../rooms/index.ts'
import { createLog } from '../platform/log.ts'
import { reportBindings } from './index.ts'
import { sealMonths } from './seal-months.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let accountId: AccountId
let owner: UserId
let admin: UserId
let member: UserId
let people: UserId[]
/** A public room, and a private one that only the member uses. */
let hall: RoomId
let study: RoomId

beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  app = buildRoutesApp(
    database,
    reportBindings({
      database,
      plans: testPlans,
      namesOfRooms: (trx, reader, roomIds) => namesOfRooms(trx, reader, roomIds, { isWithDeleted: true }),
      modelNames: () => new Map([['model-a', 'Model A']]),
    }),
  )
})
beforeEach(async () => {
  const { database } = testDatabase
  const mine = await openTestAccount(database)
  accountId = mine.accountId
  owner = mine.ownerId
  admin = await insertMember(database, accountId, 'admin')
  member = await insertMember(database, accountId)
  people = [owner, admin, member]
  await setPlan('Team')
  const by = { accountId, userId: member }
  await inTenant(database, by, async (trx) => {
    await grantMonth(trx, {
      accountId,
      plan: { monthly_credits: { team: 10_000_000, member: 10_000_000 } },
      period: '2026-11',
      userIds: people,
    })
    hall = (await createRoom(trx, by, { name: 'Hall', accessType: 'PUBLIC' })).id
    study = (await createRoom(trx, by, { name: 'Study', accessType: 'PRIVATE' })).id
  })
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const setPlan = (name: string) =>
  sql`update account set plan_name = ${name} where id = ${accountId}`.execute(testDatabase.database.kysely)

type Use = {
  at: Date
  userId?: UserId
  milli: number
  kind?: (typeof usageKinds)[number]
  roomId?: RoomId | null
  modelId?: string
}

/** Holds and settles as the product does, then gives hold and entries the time of the use. A use of 0 is a refund: a released hold. */
async function use(uses: readonly Use[]): Promise<void> {
  const ids: TurnId[] = []
  for (const { userId = member, milli, kind = 'question', roomId = hall, modelId = 'model-a' } of uses) {
    const turnId = mintId('turn')
    ids.push(turnId)
    await inTenant(testDatabase.database, { accountId, userId }, (trx) =>
      holdCredits(trx, { accountId, userId, turnId, amountMilli: milli + 500, kind, roomId }),
    )
    await inTenant(testDatabase.database, { accountId, userId }, (trx) =>
      settleHold(trx, { accountId, turnId, chargeMilli: milli, modelId }),
    )
  }
  const times = uses.map(({ at }) => at)
  const timed = sql`unnest(${ids}::text[], ${times}::timestamptz[]) as timed (id, at)`
  await inSystem(testDatabase.database, async (trx) => {
    await sql`update credit_hold set created_at = at, closed_at = at from ${timed} where turn_id = timed.id`.execute(
      trx,
    )
    await sql`alter table credit_entry disable trigger credit_entry_append_only`.execute(trx)
    await sql`update credit_entry set created_at = at from ${timed} where reference = timed.id`.execute(trx)
    await sql`alter table credit_entry enable trigger credit_entry_append_only`.execute(trx)
  })
}

const seal = (now: string) =>
  sealMonths({ database: testDatabase.database, log: createLog({ level: 'silent' }), now: new Date(now) })

const get = async (by: UserId, path: string, query: Record<string, string>) =>
  await callAs(app, by, {
    url: `/api/user/usage${path}?${new URLSearchParams(query)}`,
    headers: { 'workspace-id': accountId },
  })
const november = { from: '2026-11-01', to: '2026-11-30' }
const report = async (query: Record<string, string>, by = admin): Promise<UsageReport> => {
  const { json, status } = await get(by, '', { ...november, page_size: '400', ...query })
  expect(status, JSON.stringify(json)).toBe(200)
  return json.message
}
const history = async (query: Record<string, string> = {}, by = member): Promise<UsageHistory> =>
  (await get(by, '/history', { ...november, ...query })).json.message

async function csv(by: UserId, path: string, query: Record<string, string>): Promise<string[]> {
  const reply = await app.inject({
    url: `/api/user/usage${path}?${new URLSearchParams({ ...november, ...query })}`,
    headers: { authorization: `Bearer ${by}`, 'workspace-id': accountId },
  })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  return reply.body.trimEnd().split('\r\n')
}

/** Deterministic numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The team's charges in the ledger itself, in thousandths, by day in a time zone as JavaScript knows it, and by person. */
async function ledger(timeZone: string) {
  const { rows } = await sql<{ at: Date; milli: number; userId: UserId }>`
    select entry.created_at as at, -entry.amount_milli as milli, own.holder as "userId"
    from credit_entry as entry join credit_entry as own
      on own.account_id = entry.account_id and own.reference = entry.reference and own.kind = 'charge' and own.holder <> 'team'
    where entry.account_id = ${accountId} and entry.holder = 'team' and entry.kind = 'charge'`.execute(
    testDatabase.database.kysely,
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return rows.map((row) => ({ ...row, day: day.format(row.at) }))
}
const sumBy = <Row extends { milli: number }>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + row.milli
  return sums
}
const milliByKey = ({ rows }: UsageReport) =>
  Object.fromEntries(rows.map(({ key, credits }) => [key, Math.round(credits * 1000)]))

/** Days on which clocks change, each with the zone: 23, 25 and 24.5 hours, at midnight and later, and none. */
const borders = [
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['America/Havana', '2026-11-01'],
  ['Africa/Cairo', '2026-10-29'],
  ['America/Santiago', '2026-09-06'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kathmandu', '2026-11-15'],
  ['UTC', '2026-11-15'],
] as const

test.each(borders)(
  'REP-02 random histories in %s around %s: every sum is the ledger’s, to the last digit, for every range of days',
  async (timeZone, middle) => {
    const random = numbersFrom(borders.findIndex(([zone]) => zone === timeZone) + 1)
    const noon = Date.parse(`${middle}T12:00:00Z`)
    const rooms = [hall, study, null]
    await use(
      Array.from({ length: 180 }, (_, index) => ({
        // Half of them at every half hour around the border, or a millisecond before it.
        at: new Date(
          index % 2 === 0
            ? noon + (index / 2 - 45) * 1_800_000 - (random() < 0.5 ? 1 : 0)
            : noon + (random() - 0.5) * 120 * 3_600_000,
        ),
        userId: people[Math.floor(random() * 3)] as UserId,
        milli: random() < 0.2 ? 0 : Math.ceil(random() * 100_000) + (index % 7),
        kind: usageKinds[index % 3] as (typeof usageKinds)[number],
        roomId: rooms[index % 3] ?? null,
      })),
    )
    expect(await auditLedger(testDatabase.database)).toEqual([])
    const charges = await ledger(timeZone)
    expect(charges.length).toBeGreaterThan(50)
    const days = [...new Set(charges.map(({ day }) => day))].toSorted()
    const ranges = [
      [days[0], days.at(-1)],
      [middle, middle],
      ...days.map((day) => [day, day]),
      [days[1], middle],
    ] as [string, string][]
    // From the charges alone, with October sealed, and with November too.
    for (const now of [null, '2026-11-01T01:00:00Z', '2026-12-01T01:00:00Z']) {
      if (now) await seal(now)
      for (const [from, to] of ranges.filter(([first, last]) => first <= last)) await check(from, to)
    }
    async function check(from: string, to: string) {
      const asked = { from, to, time_zone: timeZone }
      const expected = charges.filter(({ day }) => day >= from && day <= to)
      const byDate = await report({ ...asked, view: 'date' })
      expect(milliByKey(byDate), `${from} to ${to}`).toEqual(sumBy(expected, ({ day }) => day))
      const byMember = await report({ ...asked, view: 'member' })
      expect(milliByKey(byMember)).toEqual(sumBy(expected, ({ userId }) => userId))
      const total = expected.reduce((sum, { milli }) => sum + milli, 0) / 1000
      for (const view of ['member', 'date', 'room', 'model'])
        expect(await report({ ...asked, view })).toMatchObject({
          credits: total,
          requests: expected.length,
        })
      const own = expected.filter(({ userId }) => userId === member)
      expect(await history(asked)).toMatchObject({
        credits: own.reduce((sum, { milli }) => sum + milli, 0) / 1000,
        count: own.length,
      })
    }
  },
)

test('REP-02 a month is sealed once, an hour after its end, and reports the same with every filter', async () => {
  await use([
    { at: new Date('2026-09-30T23:59:59.999Z'), milli: 1 },
    { at: new Date('2026-10-01T00:00:00Z'), milli: 20, userId: owner, roomId: null },
    { at: new Date('2026-10-31T23:59:59.999Z'), milli: 300, kind: 'picture', modelId: 'painter' },
    { at: new Date('2026-11-01T00:00:00Z'), milli: 4000, roomId: study },
  ])
  const asked = { from: '2026-09-01', to: '2026-11-30' }
  const reports = async () => {
    const found: UsageReport[] = []
    const filters: Record<string, string>[] = [
      {},
      { member: owner },
      { room: hall },
      { model: 'painter' },
      { kind: 'question' },
      { member, room: hall, kind: 'picture' },
      { model: 'unknown' },
      { to: '2026-10-31' },
    ]
    for (const view of usageViews)
      for (const filter of filters)
        found.push(await report({ ...asked, view, sort: 'name', order: 'asc', ...filter }))
    return found
  }
  const before = await reports()
  expect(before.map(({ requests }) => requests).slice(0, 8)).toEqual([4, 1, 2, 1, 3, 1, 0, 3])
  await seal('2026-11-01T00:59:59Z')
  expect(await sealedMonths()).toEqual(['2026-09-01'])
  expect(await reports()).toEqual(before)
  await seal('2026-11-01T01:00:00Z')
  await Promise.all([seal('2026-11-02T00:00:00Z'), seal('2026-11-02T00:00:00Z')])
  expect(await sealedMonths()).toEqual(['2026-09-01', '2026-10-01'])
  expect(await reports()).toEqual(before)
})

test('REP-02 sealed months report charges above 32 bits and at both ends of a month of 31 days to the thousandth', async () => {
  await use([
    { at: new Date('2026-10-01T00:00:00Z'), milli: 1 },
    { at: new Date('2026-10-23T18:08:00Z'), milli: 20, modelId: 'painter' },
    { at: new Date('2026-10-31T23:59:00Z'), milli: 3_000_000_300 },
  ])
  await seal('2026-11-02T00:00:00Z')
  const asked = { from: '2026-10-01', to: '2026-10-31', view: 'date', model: 'model-a' }
  expect(milliByKey(await report(asked))).toEqual({ '2026-10-01': 1, '2026-10-31': 3_000_000_300 })
  expect(milliByKey(await report({ ...asked, model: 'painter' }))).toEqual({ '2026-10-23': 20 })
})

const sealedMonths = async () => {
  const { rows } = await sql<{ month: string }>`
    select month::text from usage_month where account_id = ${accountId} order by month`.execute(
    testDatabase.database.kysely,
  )
  return rows.map(({ month }) => month)
}

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 10, day, hour))

test('REP-01 filters, sorting and pages: rows of all pages add up, rows without a name come last', async () => {
  await use([
    { at: at(2), milli: 1500, userId: owner },
    { at: at(2), milli: 250, userId: owner, kind: 'picture', modelId: 'painter' },
    { at: at(3), milli: 4000, kind: 'shaping', roomId: null },
    { at: at(3), milli: 0 },
    { at: at(4), milli: 1, roomId: study },
  ])
  expect((await report({ view: 'room', sort: 'name', order: 'asc' })).rows).toEqual([
    { key: hall, name: 'Hall', email: null, requests: 2, credits: 1.75 },
    expect.objectContaining({ name: null }),
    expect.objectContaining({ name: null }),
  ])
  expect((await report({ view: 'date', sort: 'name', order: 'asc' })).rows.map(({ key }) => key)).toEqual([
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
  ])
  expect((await report({ view: 'model' })).rows.map(({ name, credits }) => [name, credits])).toEqual([
    ['Model A', 5.501],
    ['painter', 0.25],
  ])
  const second = await report({ view: 'member', page: '2', page_size: '1' })
  expect(second).toMatchObject({ count: 2, credits: 5.751, rows: [{ key: owner, credits: 1.75 }] })
  expect(second.rows[0]).toMatchObject({ name: 'Olu Owner', email: expect.stringContaining('@') })
  expect(await report({ view: 'member', kind: 'picture' })).toMatchObject({ credits: 0.25 })
  expect(await report({ view: 'member', member: owner, model: 'model-a' })).toMatchObject({ credits: 1.5 })
  expect(await report({ view: 'date', room: study })).toMatchObject({ credits: 0.001, requests: 1 })
})

test('REP-01 the name of a private room stays hidden from admins outside it, its usage counts', async () => {
  await use([{ at: at(2), milli: 900, roomId: study }])
  expect((await report({ view: 'room' })).rows).toEqual([
    { key: study, name: null, email: null, requests: 1, credits: 0.9 },
  ])
  expect((await history()).entries[0]).toMatchObject({
    roomName: 'Study',
    credits: 0.9,
    modelName: 'Model A',
  })
  const by = { accountId, userId: member }
  await inTenant(testDatabase.database, by, (trx) =>
    addRoomMember(trx, by, { roomId: study, userId: admin, membershipType: 'MEMBER' }),
  )
  expect((await report({ view: 'room' })).rows[0]?.name).toBe('Study')
})

test('PERM-04 admins see all of it, members only their own history, and nobody without the plan', async () => {
  await use([
    { at: at(2), milli: 900 },
    { at: at(3), milli: 100, userId: owner },
  ])
  for (const path of ['', '/export'])
    expect((await get(member, path, { ...november, view: 'member' })).json).toMatchObject({
      code: 'FORBIDDEN',
    })
  expect(await history()).toMatchObject({ count: 1, credits: 0.9 })
  expect(await history({}, owner)).toMatchObject({ count: 1, credits: 0.1 })
  await setPlan('Basic')
  for (const path of ['', '/export', '/history', '/history/export']) {
    const query = path.startsWith('/history') ? november : { ...november, view: 'member' }
    expect((await get(owner, path, query)).json, path).toMatchObject({ code: 'REPORTS_NOT_ALLOWED' })
  }
  const outsider = (await openTestAccount(testDatabase.database)).ownerId
  expect((await get(outsider, '', { ...november, view: 'member' })).status).toBe(404)
})

test('REP-01 an unknown time zone, a last day before the first and a day that is none are refused', async () => {
  for (const [query, path] of [
    [{ time_zone: 'Mars/Olympus' }, 'query.time_zone'],
    [{ time_zone: '+02:00' }, 'query.time_zone'],
    [{ from: '2026-12-01' }, 'query.to'],
    [{ from: '2026-02-30' }, 'query.from'],
  ] as const)
    expect((await get(admin, '', { ...november, view: 'date', ...query })).json).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path }],
    })
})

test('REP-01 CSV has every row with three decimals, and no cell that a spreadsheet would run', async () => {
  await sql`update identity_user set name = '=HYPERLINK("http://example.com")' where id = ${owner}`.execute(
    testDatabase.database.kysely,
  )
  await use([
    { at: at(2), milli: 1500, userId: owner },
    { at: at(3), milli: 4001 },
  ])
  const lines = await csv(admin, '/export', { view: 'member' })
  expect(lines[0]).toBe('\uFEFFMember id,Name,Email,Requests,Credits')
  expect(lines[1]).toMatch(new RegExp(`^${member},Mira Member,.*,1,4\\.001$`))
  expect(lines[2]).toContain(`${owner},"'=HYPERLINK(""http://example.com"")"`)
  expect(await csv(admin, '/export', { view: 'date', sort: 'name', order: 'asc' })).toEqual([
    '\uFEFFDate,Requests,Credits',
    '2026-11-02,1,1.500',
    '2026-11-03,1,4.001',
  ])
})

test('REP-01 the CSV of a history longer than one read has every entry once, newest first', async () => {
  await sql`
    insert into credit_hold (account_id, turn_id, user_id, held_milli, charged_milli, state, closed_at, room_id, model_id)
    select ${accountId}, 'turn_' || number, ${member}, 10, 10, 'settled',
      timestamptz '2026-11-05 00:00Z' + make_interval(secs => number / 3 * 0.0004), ${hall}, 'model-a'
    from generate_series(1, 2300) as number`.execute(testDatabase.database.kysely)
  const lines = await csv(member, '/history/export', {})
  expect(lines).toHaveLength(2301)
  const times = lines.slice(1).map((line) => line.slice(0, 24))
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await history({ page: '92', sort: 'credits' })).toMatchObject({ count: 2300, credits: 23 })
})
