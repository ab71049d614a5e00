import type { AccountId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

let testIndex: TestIndex
let accountId: AccountId
beforeAll(async () => {
  testIndex = await openTestIndex(inject('databaseHost'))
  accountId = await testIndex.openAccount()
})
afterAll(() => testIndex.close())

const scopeOf = async (name: string, files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) await testIndex.add(accountId, name, file, text)
  return async (query: string) =>
    (await testIndex.search(accountId, [name], query)).found.map((passage) => passage.name)
}

test('KB-06 stop words of a question do not decide what is found', async () => {
  const search = await scopeOf('room_code', {
    'parser.ts.txt': 'function parseLedger(lines) { return lines.map(entryOf) }',
    'chatter.txt':
      'What is it for, what is in it, which is the one of the two, and what is there for all of us to be?',
    'stones.txt': 'What is the age of the stones? It is not known.',
  })
  expect((await search('What is the one for the ledger parser in it?'))[0]).toBe('parser.ts.txt')
})

test('KB-06 a name made of stop words and a query of stop words alone are found', async () => {
  const search = await scopeOf('room_music', {
    'bands.txt': 'The Who recorded Live at Leeds in 1970.',
    'plays.txt': 'To be, or not to be, that is the question.',
    'gardens.txt': 'Gardens need rain. They grow slowly.',
  })
  expect(await search('The Who')).toEqual(expect.arrayContaining(['bands.txt']))
  expect((await search('the who'))[0]).toBe('bands.txt')
  expect((await search('to be or not to be'))[0]).toBe('plays.txt')
})

test.each([
  ['user name', 'const getUserName = () => session.person'],
  ['getUserName', 'const getUserName = () => session.person'],
  ['get_user_name', 'const getUserName = () => session.person'],
  ['parse html text', 'export function parseHTMLText(input) {}'],
  ['maxRetryCount', 'max_retry_count: 3'],
  ['database url', 'settings.databaseUrl.host'],
])('KB-06 “%s” finds the identifier in “%s”', async (query, text) => {
  const search = await scopeOf(`room_${query}`, { 'code.txt': text, 'other.txt': 'Moss grows on wet walls.' })
  expect(await search(query)).toEqual(['code.txt'])
})

test('KB-06 a question about which texts say too little finds nothing and counts no passage as found', async () => {
  await scopeOf('room_gardens', {
    'moss.txt': 'Moss grows slowly on wet walls. In the first year nothing is seen of it.',
    'roses.txt': 'Roses are cut in March, when the first buds are seen.',
  })
  const asked = (query: string) => testIndex.search(accountId, ['room_gardens'], query)
  expect(await asked('Who was the first astronaut that walked in space?')).toMatchObject({
    passagesSearched: 2,
    passagesFound: 0,
    found: [],
  })
  expect((await asked('What happened in the first year of the war?')).found).toEqual([])
  expect((await asked('When are roses cut?')).found[0]?.name).toBe('roses.txt')
})

test('KB-06 a question is found in a room with a single file of five passages, a year alone is not', async () => {
  const clauses = [
    'The lease of the flat in Rue Verte begins on 1 May 2024 and ends on 30 April 2027.',
    'The rent is 940 euros a month, heating included, due on the third working day.',
    'The deposit of two months is returned within sixty days after the keys are handed over.',
    'Pets need the written consent of the landlord, small animals in cages excepted.',
    'Repairs up to 80 euros are paid by the tenant.',
  ]
  const forAll = 'This clause applies to the whole household and to everybody who lives in it. '.repeat(8)
  const search = await scopeOf('room_flat', {
    'lease.txt': clauses.map((clause) => `${clause} ${forAll}`).join('\n\n'),
  })
  expect(await search('Who pays for small repairs?')).toContain('lease.txt')
  expect(await search('Who won the race of 2024?')).toEqual([])
})

test('KB-06 files that a question mentions are read, even with little evidence', async () => {
  const fileId = await testIndex.add(
    accountId,
    'room_named',
    'moss.txt',
    'Moss grows slowly. It is the year of moss.',
  )
  const query = 'Who was the first astronaut that walked in space in that year?'
  expect((await testIndex.search(accountId, ['room_named'], query)).found).toEqual([])
  expect(
    (await testIndex.search(accountId, ['room_named'], query, { fileIds: [fileId] })).found,
  ).toHaveLength(1)
})
