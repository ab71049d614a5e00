import { mintId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { plain, scanOf } from '../documents/scans-for-tests.ts'
import { requestIndexing } from './index.ts'
import { openShelf, type Shelf } from './passages-for-tests.ts'

let shelf: Shelf
beforeAll(async () => {
  // A system without programs that read pictures.
  vi.stubEnv('PATH', '/nowhere')
  shelf = await openShelf(inject('databaseHost'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await shelf.close()
})

test('KB-07 of a file with text the pages that are pictures are told, where nothing reads them, until they are read', async () => {
  const [account, room] = [await shelf.openAccount(), mintId('room')]
  const scanned = scanOf([
    { picture: plain() },
    { line: 'Printed on the second page.' },
    { picture: plain() },
    {},
  ])
  const fileId = await shelf.put(account, room, 'minutes.pdf', scanned)
  await shelf.index(account, fileId)
  const state = { status: 'COMPLETED', problem: null, partsDone: 4, partsTotal: 4 }
  expect(await shelf.stateOf(account, fileId)).toEqual({ ...state, unreadPages: 2 })
  expect((await shelf.search(account, [room], 'printed')).found[0]?.place).toMatchObject({ page: 2 })
  const storageKey = `acct/${account}/${fileId.slice(-12)}`
  await shelf.inAccount(account, (trx) =>
    requestIndexing(trx, { accountId: account, fileId, scopeId: room, storageKey, name: 'minutes.pdf' }),
  )
  await shelf.index(account, fileId, { pictureReader: { name: 'own/reader', read: async () => 'Dues.' } })
  expect(await shelf.stateOf(account, fileId)).toEqual(state)
})
