import { type AccountId, type FileId, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { figuresOf, forgetFiles, requestIndexing, type ScopeFigures } from '../index.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

let testIndex: TestIndex
let account: AccountId
let room: string
let base: string
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
})
beforeEach(async () => {
  account = await testIndex.openAccount()
  ;[room, base] = [mintId('room'), mintId('base')]
})
afterAll(() => testIndex.close())

const nothing = { files: 0, passages: 0, words: 0, tokens: 0 }
const figures = (scopeIds: string[], fileIds?: FileId[], by = account) =>
  testIndex.inAccount(by, (trx) => figuresOf(trx, account, { scopeIds, fileIds }))

/** Summed over the files themselves. */
async function summed(scopeId: string): Promise<ScopeFigures | undefined> {
  const found = await sql<ScopeFigures>`
    select count(*)::int as files, coalesce(sum(passages), 0)::int as passages, coalesce(sum(words), 0)::int as words,
      coalesce(sum(tokens), 0)::int as tokens
    from indexed_file where scope_id = ${scopeId} and status = 'COMPLETED'`.execute(
    testIndex.data.database.kysely,
  )
  return found.rows[0]
}

async function expectInStep(): Promise<void> {
  for (const scopeId of [room, base]) expect(await figures([scopeId])).toEqual(await summed(scopeId))
}

const rows = async () =>
  (await sql`select from scope_figures where account_id = ${account}`.execute(testIndex.data.database.kysely))
    .rows.length

test('KB-06 scope totals follow files that are added, indexed again, moved and deleted', async () => {
  const first = await testIndex.add(account, room, 'a.txt', 'Tea grows in Kyoto.')
  const second = await testIndex.add(account, base, 'b.txt', 'Tea with milk. '.repeat(400))
  expect(await figures([room])).toEqual({
    files: 1,
    passages: 1,
    words: 4,
    tokens: expect.any(Number) as number,
  })
  await expectInStep()
  const both = await figures([room, base])
  expect(both).toMatchObject({ files: 2, words: 1204 })
  expect(await figures([room, base], [second])).toEqual(await figures([base]))
  expect(await figures([room], [second])).toEqual(nothing)

  // Pending and failed files count nowhere.
  const broken = await testIndex.put(account, room, 'broken.txt', '')
  await testIndex.index(account, broken)
  expect((await testIndex.stateOf(account, broken))?.status).toBe('INVALID_INPUT')
  expect(await figures([room, base])).toEqual(both)

  await testIndex.inAccount(account, (trx) =>
    requestIndexing(trx, {
      accountId: account,
      fileId: second,
      scopeId: room,
      storageKey: 'none',
      name: 'b.txt',
    }),
  )
  expect(await figures([base])).toEqual(nothing)
  await expectInStep()
  await sql`update indexed_file set scope_id = ${base} where file_id = ${first}`.execute(
    testIndex.data.database.kysely,
  )
  expect(await figures([base])).toMatchObject({ files: 1, words: 4 })
  await expectInStep()
  await testIndex.inAccount(account, (trx) => forgetFiles(trx, account, [first, second]))
  expect(await figures([room, base])).toEqual(nothing)
  // No rows are left, since each attached document has its own scope.
  expect(await rows()).toBe(0)
})

test('KB-06 figures stay right when files of a scope are completed and removed concurrently', async () => {
  const gone = await Promise.all(
    Array.from({ length: 6 }, (_, index) => testIndex.add(account, room, `old ${index}.txt`, 'Old tea.')),
  )
  const waiting = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      testIndex.put(account, room, `new ${index}.txt`, 'New green tea.'),
    ),
  )
  await Promise.all([
    ...waiting.map((fileId) => testIndex.index(account, fileId)),
    ...gone.map((fileId) => testIndex.inAccount(account, (trx) => forgetFiles(trx, account, [fileId]))),
  ])
  expect(await figures([room])).toMatchObject({ files: 6, passages: 6, words: 18 })
  await expectInStep()
})

test('KB-06 T19 totals belong to one account, cannot be written directly, and are deleted with it', async () => {
  await testIndex.add(account, room, 'a.txt', 'Tea.')
  const stranger = await testIndex.openAccount()
  expect(await figures([room], undefined, stranger)).toEqual(nothing)
  await expect(
    testIndex.inAccount(account, (trx) => sql`update scope_figures set files = 0`.execute(trx)),
  ).rejects.toThrow(/permission denied/)
  await sql`delete from account where id = ${account}`.execute(testIndex.data.database.kysely)
  expect(await rows()).toBe(0)
})
