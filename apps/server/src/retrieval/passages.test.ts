import type { AccountId, FileId } from '@atrium/contract'
import { mintId } from '@atrium/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { filesOf, firstFilesIn, forgetFiles, readPassages, requestIndexing, summariesOf } from './index.ts'
import { openTestIndex, type TestIndex } from './retrieval-for-tests.ts'

let testIndex: TestIndex
let account: AccountId
let room: string
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
})
beforeEach(async () => {
  account = await testIndex.openAccount()
  room = mintId('room')
})
afterAll(() => testIndex.close())

const add = (name: string, text: string, scopeId = room) => testIndex.add(account, scopeId, name, text)
const namesFound = async (query: string, scopeIds = [room], more: { fileIds?: FileId[] } = {}) =>
  (await testIndex.search(account, scopeIds, query, more)).found.map(({ name }) => name)

test('KB-06 passages are found in five languages, the best first, with their locations', async () => {
  await add('Teas.txt', 'Green tea grows in Kyoto.\n\nMatcha is a powder of green tea.')
  await add('Réunions.txt', 'Les réunions du lundi sont annulées.')
  await add('Thời tiết.txt', 'Thời tiết ở Hà Nội hôm nay đẹp.')
  await add('天气.txt', '明天的天气预报：北京下雨。')
  await add('مدرسة.txt', 'تقع المدرسة الجديدة قرب الحديقة.')
  await add('Prices.csv', 'Name,Price\nTea,4\nCoffee,5\n')
  expect(await namesFound('Where does green tea grow?')).toEqual(['Teas.txt', 'Prices.csv'])
  expect(await namesFound('reunion annulee')).toEqual(['Réunions.txt'])
  expect(await namesFound('ha noi')).toEqual(['Thời tiết.txt'])
  expect(await namesFound('北京的天气')).toEqual(['天气.txt'])
  expect(await namesFound('مدرسة')).toEqual(['مدرسة.txt'])
  expect(await namesFound('…?!')).toEqual([])
  const { found, ...counts } = await testIndex.search(account, [room], 'price coffee')
  expect(counts).toEqual({ filesSearched: 6, passagesSearched: 6, passagesFound: 1 })
  expect(found).toEqual([
    {
      fileId: expect.stringMatching(/^file_/),
      name: 'Prices.csv',
      scopeId: room,
      position: 0,
      text: 'Name | Price\nTea | 4\nCoffee | 5',
      place: expect.objectContaining({ row: 2 }),
      tokens: expect.any(Number),
      score: expect.any(Number),
    },
  ])
})

test('KB-06 words adjacent as in the query rank above the same words apart', async () => {
  await add('apart.txt', 'The table of the house was long; the wine of the year was red and in the cellar.')
  await add(
    'together.txt',
    'The house wine of the year was long on the table; the cellar was red and in the.',
  )
  expect(await namesFound('house wine')).toEqual(['together.txt', 'apart.txt'])
})

test('KB-06 a word typed with accents matches itself first, one without accents matches all forms', async () => {
  await add('Rice.txt', 'Mạ mạ mạ được cấy vào mùa xuân.')
  await add('Mother.txt', 'Má của tôi sống ở Huế, cạnh con sông lớn.')
  await add('Ghost.txt', 'Ma: a word without accents.')
  expect((await namesFound('má')).indexOf('Mother.txt')).toBeLessThan(
    (await namesFound('má')).indexOf('Rice.txt'),
  )
  expect((await namesFound('mạ'))[0]).toBe('Rice.txt')
  expect((await namesFound('ma')).toSorted()).toEqual(['Ghost.txt', 'Mother.txt', 'Rice.txt'])
  await add('Créations.txt', 'Des créations nouvelles, créées à Paris.')
  expect(await namesFound('création')).toEqual(['Créations.txt'])
})

test('KB-06 a file is found by its name and by the headings above a passage', async () => {
  await add('Travel policy 2027.txt', 'Economy below six hours.')
  await add('other.txt', 'Economy is a science.')
  expect(await namesFound('travel policy')).toEqual(['Travel policy 2027.txt'])
})

test('KB-06 T19 a search sees only its scopes, its files and its account, for any query', async () => {
  const [base, question] = [mintId('base'), mintId('file')]
  const inRoom = await add('room.txt', 'The secret is 4711.')
  await add('base.txt', 'The secret is 4711.', base)
  await add('question.txt', 'The secret is 4711.', question)
  expect(await namesFound('secret')).toEqual(['room.txt'])
  expect(await namesFound('secret', [room, base])).toEqual(['room.txt', 'base.txt'])
  expect(await namesFound('secret', [base, question], { fileIds: [inRoom] })).toEqual([])
  expect(await namesFound('secret', [room, base], { fileIds: [inRoom] })).toEqual(['room.txt'])

  const stranger = await testIndex.openAccount()
  const nothing = { filesSearched: 0, passagesSearched: 0, passagesFound: 0, found: [] }
  expect(await testIndex.search(stranger, [room, base, question], 'secret')).toEqual(nothing)
  // Even asked for in the name of the other account, row-level security shows only the transaction's own.
  const peeking = await testIndex.inAccount(stranger, async (trx) => ({
    files: await filesOf(trx, account, [room], [inRoom]),
    first: await firstFilesIn(trx, account, [room], 10),
    passages: await readPassages(trx, account, inRoom, { from: 0, count: 10 }),
  }))
  expect(peeking).toEqual({ files: [], first: [], passages: [] })
  for (const table of ['indexed_file', 'passage', 'posting', 'scope_figures']) {
    const seen = await testIndex.inAccount(stranger, (trx) =>
      sql`select from ${sql.table(table)}`.execute(trx),
    )
    expect(seen.rows).toEqual([])
  }
})

test('KB-05 the files of a scope have their progress and contents', async () => {
  const done = await add('a report.txt', `Annual report\n\n${'We sold tea. '.repeat(200)}`)
  const waiting = await testIndex.put(account, room, 'B waits.txt', 'Later.')
  const files = await testIndex.inAccount(account, (trx) => filesOf(trx, account, [room], [done, waiting]))
  expect(files.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject([
    {
      fileId: done,
      name: 'a report.txt',
      scopeId: room,
      state: { status: 'COMPLETED', problem: null },
      passages: 2,
    },
    {
      fileId: waiting,
      state: { status: 'PENDING', problem: null, partsDone: 0, partsTotal: null },
    },
  ])
  expect(files.find(({ fileId }) => fileId === done)?.tokens).toBeGreaterThan(500)
  const summaries = await testIndex.inAccount(account, (trx) => summariesOf(trx, account, [done, waiting]))
  expect([...summaries.keys()]).toEqual([done])
  expect(summaries.get(done)).toMatch(/^File: a report.txt\nBeginning:\nAnnual report\nWe sold tea\. /)
  expect(summaries.get(done)?.length).toBeLessThan(4000)
  const read = await testIndex.inAccount(account, (trx) =>
    readPassages(trx, account, done, { from: 1, count: 5 }),
  )
  expect(read.map(({ position }) => position)).toEqual([1])
  expect(read[0]?.text).toMatch(/^We sold tea\./)
})

test('KB-06 the first files of several scopes are sorted by name, indexed ones only', async () => {
  const base = mintId('base')
  for (const [name, scopeId] of [
    ['c.txt', room],
    ['B.txt', base],
    ['a.txt', room],
    ['d.txt', base],
  ] as const)
    await add(name, 'Tea.', scopeId)
  await testIndex.put(account, room, '0 waits.txt', 'Later.')
  const names = async (scopeIds: string[], most: number) =>
    (await testIndex.inAccount(account, (trx) => firstFilesIn(trx, account, scopeIds, most))).map(
      ({ name }) => name,
    )
  expect(await names([room, base], 3)).toEqual(['a.txt', 'B.txt', 'c.txt'])
  expect(await names([base, base], 3)).toEqual(['B.txt', 'd.txt'])
})

test('KB-08 a deleted file is in no table, and a search a second later does not find it', async () => {
  const kept = await add('kept.txt', 'The bridge is red.')
  const gone = await add('gone.txt', 'The bridge is blue.')
  const reading = await testIndex.put(account, room, 'reading.txt', 'The bridge is green.')
  await testIndex.inAccount(account, (trx) => forgetFiles(trx, account, [gone, reading]))
  expect(await testIndex.rowsOf(gone)).toEqual({ files: 0, passages: 0, postings: 0 })
  expect(await namesFound('bridge')).toEqual(['kept.txt'])
  expect(await namesFound('blue')).toEqual([])
  expect((await testIndex.rowsOf(kept)).passages).toBe(1)
  // Its job comes all the same.
  await testIndex.index(account, reading)
  expect(await testIndex.rowsOf(reading)).toEqual({ files: 0, passages: 0, postings: 0 })
})

test('KB-06 a file being reindexed is not found until done, and then with its new name and scope', async () => {
  const base = mintId('base')
  const fileId = await add('old.txt', 'The bridge is red.')
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from indexed_file where file_id = ${fileId}`.execute(
    testIndex.data.database.kysely,
  )
  await testIndex.inAccount(account, (trx) =>
    requestIndexing(trx, {
      accountId: account,
      fileId,
      scopeId: base,
      storageKey: rows[0]?.key ?? '',
      name: 'new.txt',
    }),
  )
  expect(await namesFound('bridge', [room, base])).toEqual([])
  expect(await testIndex.rowsOf(fileId)).toEqual({ files: 1, passages: 0, postings: 0 })
  await testIndex.index(account, fileId)
  expect(await namesFound('bridge', [room, base])).toEqual(['new.txt'])
  expect(await namesFound('bridge')).toEqual([])
})

test('KB-06 a word in nearly every passage does not hide rarer ones, and is found alone', async () => {
  await add(
    'many.txt',
    Array.from({ length: 300 }, (_, at) => `common ${at} ${'filler '.repeat(180)}`).join('\n\n'),
  )
  const { found, passagesFound } = await testIndex.search(account, [room], 'common 217')
  expect(found[0]?.text).toMatch(/^common 217 /)
  expect(passagesFound).toBe(300)
  expect((await testIndex.search(account, [room], 'common', { most: 5 })).found).toHaveLength(5)
})

test('F17 names and texts of every kind are stored and found', async () => {
  const text = `${'ﷺ'.repeat(60)} ${'👩‍👩‍👧'.repeat(800)} ${'x'.repeat(5000)} naïve\u0000zero Ünïcödé`
  await add('🙂 ‮txt.exe.txt', text)
  expect(await namesFound('unicode')).toHaveLength(1)
  expect(await namesFound('ﷺ'.repeat(60))).toHaveLength(1)
  expect(await namesFound(text.repeat(10))).not.toHaveLength(0)
})
