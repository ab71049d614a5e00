import { Readable } from 'node:stream'
import { type AccountId, type FileId, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { forgetFiles } from '../index.ts'
import { beginRun } from './index-run.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

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

/** A file of 450 passages: three batches, and several statements of postings. */
const passages = 450
const long = Array.from({ length: passages }, (_, at) => `Number${at} ${`word${at % 7} `.repeat(170)}`).join(
  '\n\n',
)
const putLong = () => testIndex.put(account, room, 'long.txt', long)
const statusOf = async (fileId: FileId) => {
  const state = await testIndex.stateOf(account, fileId)
  return [state?.status, state?.problem]
}

/** Each passage and each word position exists once. */
async function expectWhole(fileId: FileId): Promise<void> {
  expect(await statusOf(fileId)).toEqual(['COMPLETED', null])
  const found = await sql<{ count: number; entries: number }>`
    select (select count(*)::int from passage where file_id = ${fileId}) as count,
      (select octet_length(entries) / 8 from posting where file_id = ${fileId} and stem = 'long') as entries`.execute(
    testIndex.data.database.kysely,
  )
  expect(found.rows[0]).toEqual({ count: passages, entries: passages })
  for (const at of [0, 217, 449]) {
    const { found: best } = await testIndex.search(account, [room], `Number${at}`)
    expect(best.map(({ position }) => position)).toEqual([at])
  }
}

/** A database whose transactions fail from the one that `isLast` selects, as if the process died there. */
function dyingAfter(transactions: number): Database {
  const { database } = testIndex.data
  let left = transactions
  return {
    ...database,
    get dialect() {
      left -= 1
      if (left < 0) throw new Error('killed')
      return database.dialect
    },
  }
}

test('KB-05 after a worker dies at any step, the next attempt completes the file', async () => {
  const fileId = await putLong()
  const seen = new Set<string>()
  let steps = 1
  for (let isDead = true; isDead; steps += 1) {
    // Requested again, because three crashes in a row would fail the file.
    await sql`update indexed_file set tries = 0 where file_id = ${fileId}`.execute(
      testIndex.data.database.kysely,
    )
    isDead = await testIndex.index(account, fileId, { database: dyingAfter(steps) }).then(
      () => false,
      () => true,
    )
    const { passages: written, postings } = await testIndex.rowsOf(fileId)
    seen.add(`${written} ${postings > 0}`)
    if (isDead) expect(await statusOf(fileId)).toEqual(['ONGOING', null])
    if (isDead) expect((await testIndex.search(account, [room], 'word1')).found).toEqual([])
  }
  // Several frames of passages, then their postings.
  const counts = [...seen].map((one) => Number(one.split(' ')[0]))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.length).toBeGreaterThan(5)
  expect([seen.has('0 false'), [...seen].at(-1)]).toEqual([true, '450 true'])
  await expectWhole(fileId)
})

test('I7 of two concurrent attempts, only the later writes', async () => {
  const fileId = await putLong()
  let second: Promise<void> | undefined
  const storage: Storage = {
    ...testIndex.ports.storage,
    async get(key) {
      const stored = await testIndex.ports.storage.get(key)
      // The first attempt has started without reading when the second completes the file.
      second ??= testIndex.index(account, fileId)
      await second
      return stored
    },
  }
  await testIndex.index(account, fileId, { storage })
  await second
  await expectWhole(fileId)
})

test('I7 a superseded attempt writes nothing, even before its successor is done', async () => {
  const fileId = await putLong()
  const storage: Storage = {
    ...testIndex.ports.storage,
    async get(key) {
      await beginRun(testIndex.ports.database, { accountId: account, fileId })
      return await testIndex.ports.storage.get(key)
    },
  }
  await testIndex.index(account, fileId, { storage })
  expect(await statusOf(fileId)).toEqual(['ONGOING', null])
  expect(await testIndex.rowsOf(fileId)).toEqual({ files: 1, passages: 0, postings: 0 })
  await testIndex.index(account, fileId)
  await expectWhole(fileId)
})

test('KB-08 a file deleted during indexing leaves nothing', async () => {
  const fileId = await putLong()
  const storage: Storage = {
    ...testIndex.ports.storage,
    async get(key) {
      const stored = await testIndex.ports.storage.get(key)
      if (!stored) return stored
      const read = async function* () {
        let count = 0
        for await (const bytes of stored.read()) {
          if ((count += 1) === 4)
            await testIndex.inAccount(account, (trx) => forgetFiles(trx, account, [fileId]))
          yield bytes
        }
      }
      return { ...stored, read: () => Readable.from(read()) }
    },
  }
  await testIndex.index(account, fileId, { storage })
  expect(await testIndex.rowsOf(fileId)).toEqual({ files: 0, passages: 0, postings: 0 })
})

test('KB-05 a file whose parser dies three times fails, and never stays in Processing', async () => {
  const fileId = await testIndex.put(account, room, 'a.txt', 'Some text.')
  const received: string[] = []
  const onProgress = ({ scopeId }: { scopeId: string }) => void received.push(scopeId)
  for (const [tries, status] of [
    [1, 'ONGOING'],
    [2, 'ONGOING'],
    [3, 'ONGOING'],
  ] as const) {
    // One transaction starts the attempt, and the process dies.
    await expect(testIndex.index(account, fileId, { database: dyingAfter(1) })).rejects.toThrow('killed')
    expect([tries, (await statusOf(fileId))[0]]).toEqual([tries, status])
  }
  await testIndex.index(account, fileId, { onProgress })
  expect(await statusOf(fileId)).toEqual(['FAILED', 'INTERNAL'])
  expect(received).toEqual([room])
})

test('KB-05 a worker that shuts down does not use up an attempt', async () => {
  const fileId = await putLong()
  for (let count = 0; count < 5; count += 1) {
    const stop = new AbortController()
    const storage: Storage = {
      ...testIndex.ports.storage,
      get: async (key) => {
        stop.abort()
        return await testIndex.ports.storage.get(key)
      },
    }
    await expect(testIndex.index(account, fileId, { storage }, stop.signal)).rejects.toThrow()
  }
  await testIndex.index(account, fileId)
  await expectWhole(fileId)
})

test.each([
  ['says that it is not there', { get: async () => undefined }],
  [
    'refuses',
    {
      get: async () => {
        throw new Error('403')
      },
    },
  ],
])('B29 B31 a file whose storage %s fails with that reason, and can be retried', async (_, broken) => {
  const fileId = await testIndex.put(account, room, 'a.txt', 'The bridge is red.')
  await testIndex.index(account, fileId, { storage: { ...testIndex.ports.storage, ...broken } })
  expect(await statusOf(fileId)).toEqual(['FAILED', 'UNAVAILABLE'])
  expect((await testIndex.search(account, [room], 'bridge')).found).toEqual([])
  await sql`update indexed_file set status = 'PENDING' where file_id = ${fileId}`.execute(
    testIndex.data.database.kysely,
  )
  await testIndex.index(account, fileId)
  expect((await testIndex.search(account, [room], 'bridge')).found).toHaveLength(1)
})

test.each([0, 1, 3, 6])(
  'B29 a storage that fails after %i chunks of a file leaves nothing of it',
  async (pieces) => {
    const fileId = await putLong()
    const storage: Storage = {
      ...testIndex.ports.storage,
      async get(key) {
        const stored = await testIndex.ports.storage.get(key)
        if (!stored) return stored
        const read = async function* () {
          let count = 0
          for await (const bytes of stored.read()) {
            if ((count += 1) > pieces) throw new Error('connection reset')
            yield bytes
          }
        }
        return { ...stored, read: () => Readable.from(read()) }
      },
    }
    await testIndex.index(account, fileId, { storage })
    expect(await statusOf(fileId)).toEqual(['FAILED', 'UNAVAILABLE'])
    expect(await testIndex.rowsOf(fileId)).toEqual({ files: 1, passages: 0, postings: 0 })
  },
)

test.each([
  ['a.pdf', 'This is no PDF.', 'DAMAGED'],
  ['a.txt', ' \n\n ', 'EMPTY'],
  ['a.exe', 'MZ', 'DAMAGED'],
])('KB-05 KB-07 %s that cannot be read fails with the reason', async (name, text, problem) => {
  const fileId = await testIndex.put(account, room, name, text)
  const states: unknown[] = []
  const onProgress = () => void states.push(name)
  await testIndex.index(account, fileId, { onProgress })
  expect(await statusOf(fileId)).toEqual(['INVALID_INPUT', problem])
  expect(states).toHaveLength(2)
})

test('B33 of fifty files one cannot be read: the others are searchable, and the counts are right', async () => {
  const scopeId = mintId('base')
  const files: FileId[] = []
  const add = (at: number) =>
    testIndex.add(account, scopeId, `${at}.txt`, at === 17 ? ' \n ' : `The bridge is ${at}.`)
  // Each starts processes of its own, which mostly wait for one another.
  for (let at = 0; at < 50; at += 5)
    files.push(...(await Promise.all(Array.from({ length: 5 }, (_, index) => add(at + index)))))
  const { filesSearched, passagesSearched, passagesFound } = await testIndex.search(
    account,
    [scopeId],
    'bridge',
  )
  expect({ filesSearched, passagesSearched, passagesFound }).toEqual({
    filesSearched: 49,
    passagesSearched: 49,
    passagesFound: 49,
  })
  const states = await Promise.all(files.map((fileId) => statusOf(fileId)))
  expect(states.filter(([status]) => status === 'COMPLETED')).toHaveLength(49)
  expect(states[17]).toEqual(['INVALID_INPUT', 'EMPTY'])
})
