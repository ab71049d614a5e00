import { type FileId, mintId } from '@atrium/contract'
import { call, codeOf } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { addRoomMember, createRoom } from '../rooms/index.ts'
import { type Admin, type Desk, openDesk } from './checks-for-tests.ts'
import { firstExpected } from './first-expected.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk(inject('databaseHost'))
})
afterAll(() => desk.close())

const inRoom = ({ roomId }: Admin) => ({ params: { roomId } })
const ask = async (room: Admin, question: string, ...fileIds: FileId[]) =>
  (
    await call('createGoldenQuestion', room, {
      ...inRoom(room),
      body: { question, expected: fileIds.map((fileId) => ({ fileId })) },
    })
  ).data
const runs = async (room: Admin) => (await call('listCheckRuns', room, inRoom(room))).data
/** The latest run, with what came of its questions. */
async function lastRun(room: Admin) {
  const [last] = await runs(room)
  return (await call('readCheckRun', room, { params: { roomId: room.roomId, runId: last?.id ?? '' } })).data
}
async function run(room: Admin) {
  await call('runChecks', room, inRoom(room))
  await desk.work()
  return await lastRun(room)
}
const statement = (text: ReturnType<typeof sql>) => text.execute(desk.testDatabase.database.kysely)

const tea = 'Tea leaves wither for eighteen hours before they are rolled.'
const coffee = 'Coffee beans are roasted at two hundred degrees.'

test('a golden question has the rank of its expected file, and the run the overall metrics', async () => {
  const room = await desk.openRoom()
  const [teaFile, coffeeFile] = [
    await desk.add(room, 'tea.txt', tea),
    await desk.add(room, 'coffee.txt', coffee),
  ]
  const first = await ask(room, 'How long do tea leaves wither?', teaFile)
  await ask(room, 'Roasted beans?', teaFile)
  await ask(room, 'Zymurgy', coffeeFile)
  expect((await call('listGoldenQuestions', room, inRoom(room))).data[0]).toEqual({
    id: first.id,
    question: 'How long do tea leaves wither?',
    expected: [{ fileId: teaFile, fileName: 'tea.txt', page: null, isGone: false }],
    baseIds: [],
    updatedAt: expect.any(String),
  })
  const started = (await call('runChecks', room, inRoom(room))).data
  expect(started).toMatchObject({ status: 'RUNNING', questionCount: 3, askedCount: 0, endedAt: null })
  expect((await call('runChecks', room, inRoom(room))).data.id).toBe(started.id)
  await desk.work()
  const { results, ...summary } = await lastRun(room)
  expect(summary).toMatchObject({ status: 'DONE', reasons: ['PERSON'], questionCount: 3, askedCount: 3 })
  expect(results.map(({ rank, change }) => [rank, change])).toEqual([
    [1, 'new'],
    [null, 'new'],
    [null, 'new'],
  ])
  expect(results[0]?.foundFiles[0]).toEqual({ fileId: teaFile, fileName: 'tea.txt' })
  expect(results[2]?.foundFiles).toEqual([])
  expect([summary.hitsAt1, summary.hitsAt3, summary.hitsAt10]).toEqual([1, 1, 1])
  expect(summary.meanReciprocalRank).toBeCloseTo(1 / 3)
})

test('a run shows improvements and regressions: after a file is deleted, and after one is added', async () => {
  const room = await desk.openRoom()
  const teaFile = await desk.add(room, 'tea.txt', tea)
  const coffeeFile = await desk.add(room, 'coffee.txt', coffee)
  await ask(room, 'How long do tea leaves wither?', teaFile)
  const milk = await ask(room, 'Coffee beans with milk?', coffeeFile)
  await run(room)
  await desk.remove(room, teaFile)
  const after = await run(room)
  expect(after).toMatchObject({ better: 0, worse: 1 })
  expect(after.results).toMatchObject([
    { rank: null, rankBefore: 1, change: 'worse' },
    { rank: 1, rankBefore: 1, change: 'same' },
  ])
  const { data } = await call('listGoldenQuestions', room, inRoom(room))
  expect(data[0]?.expected).toMatchObject([{ fileName: 'tea.txt', isGone: true }])

  const again = await desk.add(room, 'tea again.txt', tea)
  await call('changeGoldenQuestion', room, {
    params: { roomId: room.roomId, questionId: data[0]?.id ?? '' },
    body: { question: 'How long do tea leaves wither?', expected: [{ fileId: again }, { fileId: teaFile }] },
  })
  const third = await run(room)
  expect(third.results).toMatchObject([
    { rank: 1, rankBefore: null, change: 'new' },
    { rank: 1, change: 'same' },
  ])
  await desk.remove(room, coffeeFile)
  await run(room)
  const params = { roomId: room.roomId, questionId: milk.id }
  await call('deleteGoldenQuestion', room, { params })
  expect(await codeOf(call('deleteGoldenQuestion', room, { params }))).toBe('NOT_FOUND')
  expect((await lastRun(room)).results).toHaveLength(1)
  expect(await runs(room)).toHaveLength(4)
})

test('only the bases of expected files are searched', async () => {
  const room = await desk.openRoom()
  const [guides, other] = [await desk.openBase(room, 'Guides'), await desk.openBase(room, 'Other')]
  const inGuides = await desk.add(room, 'tea.txt', tea, guides)
  await desk.add(room, 'also tea.txt', tea, other)
  expect(
    (await call('listFilesToExpect', room, { ...inRoom(room), query: { search: 'ALSO' } })).data,
  ).toEqual([{ id: expect.any(String), name: 'also tea.txt', base: { id: other, name: 'Other' } }])
  const kept = await ask(room, 'How long do tea leaves wither?', inGuides)
  expect(kept.baseIds).toEqual([guides])
  const { results } = await run(room)
  expect(results[0]).toMatchObject({ rank: 1, foundFiles: [{ fileId: inGuides, fileName: 'tea.txt' }] })
  await statement(sql`update knowledge_base set deleted_at = now() where id = ${guides}`)
  expect((await run(room)).results[0]).toMatchObject({ rank: null, change: 'worse' })
})

test('a change of files, models or questions has the questions asked again, once the room is quiet', async () => {
  const room = await desk.openRoom()
  const teaFile = await desk.add(room, 'tea.txt', tea)
  const sweep = async () => {
    const started = await desk.sweep()
    await desk.work()
    return started
  }
  // What the rooms of other tests left.
  await sweep()
  expect(await sweep()).toBe(0)
  await ask(room, 'How long do tea leaves wither?', teaFile)
  expect(await desk.sweep(10)).toBe(0)
  expect(await sweep()).toBe(1)
  expect(await sweep()).toBe(0)
  const coffeeFile = await desk.add(room, 'coffee.txt', coffee)
  await desk.remove(room, teaFile)
  // A run that is under way has begun too early for what changed.
  await call('runChecks', room, inRoom(room))
  expect(await desk.sweep()).toBe(0)
  await desk.work()
  expect(await sweep()).toBe(1)
  await statement(sql`update room set allowed_model_ids = '{test-model}' where id = ${room.roomId}`)
  expect(await sweep()).toBe(1)
  await statement(sql`update account set allowed_model_ids = '{test-model}' where id = ${room.accountId}`)
  expect(await sweep()).toBe(1)
  expect((await runs(room)).map(({ reasons, worse }) => [reasons, worse])).toEqual([
    [['MODELS'], 0],
    [['MODELS'], 0],
    [['FILES'], 0],
    [['PERSON'], 1],
    [['QUESTIONS'], 0],
  ])
  // Rooms without golden questions are not even written down.
  const other = await desk.openRoom()
  await desk.remove(other, await desk.add(other, 'coffee.txt', coffee))
  await desk.remove(room, coffeeFile)
  const noted = await sql<{ room: string }>`select distinct room_id as room from knowledge_change`.execute(
    desk.testDatabase.database.kysely,
  )
  expect(noted.rows).toEqual([{ room: room.roomId }])
})

test('a change of a base of the account has the questions of every room of it asked again, and of no other', async () => {
  const [first, foreign] = [await desk.openRoom(), await desk.openRoom()]
  const second: Admin = {
    ...first,
    roomId: (
      await inTenant(desk.testDatabase.database, first, (trx) =>
        createRoom(trx, first, { name: 'Second', accessType: 'PRIVATE' }),
      )
    ).id,
  }
  const [guides, theirs] = [
    await desk.openBase(first, 'Guides', 'account'),
    await desk.openBase(foreign, 'Guides', 'account'),
  ]
  const inGuides = await desk.add(first, 'tea.txt', tea, guides)
  for (const room of [first, second]) {
    const { data } = await call('listFilesToExpect', room, { ...inRoom(room), query: {} })
    expect(data).toEqual([{ id: inGuides, name: 'tea.txt', base: { id: guides, name: 'Guides' } }])
    await ask(room, 'How long do tea leaves wither?', inGuides)
  }
  await ask(foreign, 'How long do tea leaves wither?', await desk.add(foreign, 'tea.txt', tea, theirs))
  await desk.sweep()
  await desk.work()
  for (const room of [first, second])
    expect((await lastRun(room)).results[0]).toMatchObject({ rank: 1, foundFiles: [{ fileId: inGuides }] })
  const before = (await runs(foreign)).length
  await desk.add(first, 'coffee.txt', coffee, guides)
  await desk.remove(first, inGuides)
  expect(await desk.sweep()).toBe(2)
  await desk.work()
  for (const room of [first, second])
    expect((await runs(room))[0]).toMatchObject({ reasons: ['FILES'], worse: 1 })
  expect(await runs(foreign)).toHaveLength(before)
})

test('a run whose job failed for good ends as failed; an interrupted run resumes', async () => {
  const room = await desk.openRoom()
  const teaFile = await desk.add(room, 'tea.txt', tea)
  await ask(room, 'How long do tea leaves wither?', teaFile)
  await call('runChecks', room, inRoom(room))
  await statement(
    sql`update check_run set started_at = now() - interval '1 hour' where room_id = ${room.roomId}`,
  )
  await desk.sweep(60)
  expect(await lastRun(room)).toMatchObject({ status: 'FAILED', questionCount: 1, askedCount: 0 })
  await desk.work()
  expect(await lastRun(room)).toMatchObject({ status: 'FAILED', askedCount: 0 })
  expect(await run(room)).toMatchObject({ status: 'DONE', askedCount: 1, results: [{ change: 'new' }] })
})

test('PERM-05 golden questions are for the admins of the room; for others there is nothing, or no right', async () => {
  const [room, other] = [await desk.openRoom(), await desk.openRoom()]
  const { database } = desk.testDatabase
  const [teaFile, theirs] = [await desk.add(room, 'tea.txt', tea), await desk.add(other, 'theirs.txt', tea)]
  const { id } = await ask(room, 'How long?', teaFile)
  const { id: runId } = await run(room)
  const member = await insertMember(database, room.accountId)
  const everything = (who: Admin) => [
    call('listGoldenQuestions', who, inRoom(who)),
    ask(who, 'How long?', teaFile),
    call('changeGoldenQuestion', who, {
      params: { roomId: who.roomId, questionId: id },
      body: { question: 'Who?', expected: [{ fileId: teaFile }] },
    }),
    call('deleteGoldenQuestion', who, { params: { roomId: who.roomId, questionId: id } }),
    call('listFilesToExpect', who, { ...inRoom(who), query: {} }),
    call('runChecks', who, inRoom(who)),
    call('listCheckRuns', who, inRoom(who)),
    call('readCheckRun', who, { params: { roomId: who.roomId, runId } }),
    call('readKnowledgeInsights', who, inRoom(who)),
  ]
  const codes = async (who: Admin) => [...new Set(await Promise.all(everything(who).map(codeOf)))]
  const as = { ...room, token: member, userId: member }
  expect(await codes(as)).toEqual(['NOT_FOUND'])
  expect(await codes({ ...room, roomId: other.roomId })).toEqual(['NOT_FOUND'])
  await inTenant(database, room, (trx) =>
    addRoomMember(trx, room, { roomId: room.roomId, userId: member, membershipType: 'MEMBER' }),
  )
  expect(await codes(as)).toEqual(['FORBIDDEN'])
  // The room is theirs, what is named in it is not.
  expect(await codeOf(ask(room, 'How long?', theirs))).toBe('FILES_NOT_USABLE')
  expect(await codeOf(ask(room, 'How long?', mintId('file')))).toBe('FILES_NOT_USABLE')
  expect(await codeOf(ask(room, '  ', teaFile))).toBe('INVALID_INPUT')
  const foreign = { roomId: other.roomId, questionId: id }
  expect(await codeOf(call('deleteGoldenQuestion', other, { params: foreign }))).toBe('NOT_FOUND')
  expect(await codeOf(call('readCheckRun', other, { params: { roomId: other.roomId, runId } }))).toBe(
    'NOT_FOUND',
  )
  expect(await codeOf(call('runChecks', other, inRoom(other)))).toBe('CONFLICT')
})

test("T19 a query without an account condition sees only its own account's questions", async () => {
  const [room, other] = [await desk.openRoom(), await desk.openRoom()]
  for (const one of [room, other]) await ask(one, 'How long?', await desk.add(one, 'tea.txt', tea))
  await run(room)
  await run(other)
  for (const table of ['golden_question', 'check_run', 'check_result', 'knowledge_change']) {
    const seen = await inTenant(desk.testDatabase.database, room, (trx) =>
      sql<{ account: string }>`select distinct account_id as account from ${sql.table(table)}`.execute(trx),
    )
    expect([table, seen.rows]).toEqual([table, [{ account: room.accountId }]])
  }
})

test('C09 deleting an account or a room deletes its golden questions and check runs', async () => {
  const [room, left] = [await desk.openRoom(), await desk.openRoom()]
  for (const one of [room, left]) await ask(one, 'How long?', await desk.add(one, 'tea.txt', tea))
  await run(room)
  await run(left)
  await statement(sql`delete from room where id = ${left.roomId}`)
  await statement(sql`delete from account where id = ${room.accountId}`)
  const rows = await Promise.all(
    ['golden_question', 'check_run', 'check_result', 'knowledge_change'].map((table) =>
      statement(
        sql`select from ${sql.table(table)} where account_id in (${room.accountId}, ${left.accountId})`,
      ),
    ),
  )
  expect(rows.map((found) => found.rows.length)).toEqual([0, 0, 0, 0])
})

test('a page that is expected is found on that page or slide alone', () => {
  const [one, other] = [mintId('file'), mintId('file')]
  const found = [
    { fileId: other, place: { page: 3 } },
    { fileId: one, place: { page: 2 } },
    { fileId: one, place: { slide: 3 } },
  ]
  expect(firstExpected(found, [{ fileId: one, page: null }])).toBe(2)
  expect(firstExpected(found, [{ fileId: one, page: 3 }])).toBe(3)
  expect(firstExpected(found, [{ fileId: one, page: 4 }])).toBeNull()
  expect(
    firstExpected(found, [
      { fileId: one, page: 4 },
      { fileId: other, page: null },
    ]),
  ).toBe(1)
})
