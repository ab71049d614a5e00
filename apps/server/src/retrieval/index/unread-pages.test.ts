import { mintId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { plain, scanOf } from '@atrium/documents/testing/scans-for-tests.ts'
import { requestIndexing } from '../index.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

let testIndex: TestIndex
beforeAll(async () => {
  // A system without programs that read pictures.
  vi.stubEnv('PATH', '/nowhere')
  testIndex = await openTestIndex(inject('databaseHost'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await testIndex.close()
})

test('KB-07 a file with text reports its unread scanned pages until they are read', async () => {
  const [account, room] = [await testIndex.openAccount(), mintId('room')]
  const scanned = scanOf([
    { picture: plain() },
    { line: 'Printed on the second page.' },
    { picture: plain() },
    {},
  ])
  const fileId = await testIndex.put(account, room, 'minutes.pdf', scanned)
  await testIndex.index(account, fileId)
  const state = { status: 'COMPLETED', problem: null, partsDone: 4, partsTotal: 4 }
  expect(await testIndex.stateOf(account, fileId)).toEqual({ ...state, unreadPages: 2 })
  expect((await testIndex.search(account, [room], 'printed')).found[0]?.place).toMatchObject({ page: 2 })
  const storageKey = `acct/${account}/${fileId.slice(-12)}`
  await testIndex.inAccount(account, (trx) =>
    requestIndexing(trx, { accountId: account, fileId, scopeId: room, storageKey, name: 'minutes.pdf' }),
  )
  await testIndex.index(account, fileId, { pictureReader: { name: 'own/reader', read: async () => 'Dues.' } })
  expect(await testIndex.stateOf(account, fileId)).toEqual(state)
})
