import { mintId } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { beginRun } from './index-run.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'
import { createProgress } from './progress.ts'

let testIndex: TestIndex
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => testIndex.close())

test('KB-05 progress is visible during indexing, written at most once a second', async () => {
  const accountId = await testIndex.openAccount()
  const fileId = await testIndex.put(accountId, mintId('room'), 'a.txt', 'Some text.')
  const { database } = testIndex.ports
  const started = await beginRun(database, { accountId, fileId })
  if (!started) throw new Error('It was to be read.')
  let [nowMs, received] = [5000, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const progress = createProgress(database, started.run, () => void (received += 1))
  const seen = async () => {
    const state = await testIndex.stateOf(accountId, fileId)
    return [state?.status, state?.partsDone, state?.partsTotal, received]
  }
  await progress.note({ type: 'parts', total: 2000 })
  for (let done = 1; done <= 700; done += 1) await progress.note({ type: 'part', done })
  expect(await seen()).toEqual(['ONGOING', 0, null, 0])
  nowMs += 1000
  await progress.note({ type: 'part', done: 701 })
  await progress.note({ type: 'part', done: 702 })
  await progress.note({ type: 'unread', page: 702 })
  expect(await seen()).toEqual(['ONGOING', 701, 2000, 1])
  expect(progress.parts()).toEqual({ done: 702, total: 2000, unread: 1 })
})
