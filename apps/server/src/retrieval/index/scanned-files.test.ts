import { type AccountId, mintId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { plain, scanOf } from '@atrium/documents/testing/scans-for-tests.ts'
import { type PictureReader, ProviderFault } from '../../models/index.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

let testIndex: TestIndex
let account: AccountId
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
  account = await testIndex.openAccount()
})
afterAll(() => testIndex.close())

const scanned = scanOf([{ picture: plain() }, { line: 'Printed on the second page.' }, { picture: plain() }])

async function index(read: PictureReader['read']) {
  const room = mintId('room')
  const fileId = await testIndex.put(account, room, 'minutes.pdf', scanned)
  await testIndex.index(account, fileId, { pictureReader: { name: 'own/reader', read } })
  const found = async (query: string) => (await testIndex.search(account, [room], query)).found
  return { state: await testIndex.stateOf(account, fileId), found }
}

test('KB-07 scanned pages are found at their position between pages with text', async () => {
  const boats = ['ferry', 'pilot']
  const { state, found } = await index(
    async () =>
      `# Harbour dues\n\nThe ${boats.shift()} pays 42 francs.\n\n| Boat | Dues |\n|-|-|\n| Dinghy | 3 |`,
  )
  expect(state).toMatchObject({ status: 'COMPLETED', partsDone: 3, partsTotal: 3 })
  expect((await found('ferry'))[0]?.place).toEqual({ page: 1, headings: ['Harbour dues'] })
  expect((await found('printed'))[0]?.place).toMatchObject({ page: 2 })
  expect((await found('pilot'))[0]?.place).toMatchObject({ page: 3 })
  expect((await found('dinghy'))[0]?.text).toContain('Boat | Dues\nDinghy | 3')
})

test('KB-07 calls to a busy provider are retried; an unreachable one fails the file, which can be retried', async () => {
  let asked = 0
  const busy = await index(async () => {
    asked += 1
    if (asked <= 2) throw new ProviderFault('PROVIDER_RATE_LIMITED')
    return 'The ferry sails at seven.'
  })
  expect(busy.state).toMatchObject({ status: 'COMPLETED' })
  expect(await busy.found('ferry')).toHaveLength(2)
  const gone = await index(() => Promise.reject(new ProviderFault('PROVIDER_REFUSED_KEY')))
  expect(gone.state).toMatchObject({ status: 'FAILED', problem: 'UNAVAILABLE' })
  expect(await gone.found('printed')).toEqual([])
})
