import { mintId } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { beginRun } from './index-run.ts'
import { openShelf, type Shelf } from './passages-for-tests.ts'
import { createProgress } from './progress.ts'

let shelf: Shelf
beforeAll(async () => {
  shelf = await openShelf(inject('databaseHost'))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shelf.close())

test('KB-05 how far a file is can be seen while it is read, written at most once a second', async () => {
  const accountId = await shelf.openAccount()
  const fileId = await shelf.put(accountId, mintId('room'), 'a.txt', 'Some text.')
  const { database } = shelf.ports
  const begun = await beginRun(database, { accountId, fileId })
  if (!begun) throw new Error('It was to be read.')
  let [nowMs, told] = [5000, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const progress = createProgress(database, begun.run, () => void (told += 1))
  const seen = async () => {
    const state = await shelf.stateOf(accountId, fileId)
    return [state?.status, state?.partsDone, state?.partsTotal, told]
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
