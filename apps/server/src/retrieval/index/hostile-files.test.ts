import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type AccountId, mintId } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { nodeArguments } from '../../../../../scripts/start/server-process.mjs'
import { parsePlans } from '../../accounts/index.ts'
import { relationsPart, zipOf } from '@atrium/documents/testing/documents-for-tests.ts'
import { openTestIndex, type TestIndex } from '../retrieval-for-tests.ts'

// Tens of thousands of passages are written.
vi.setConfig({ testTimeout: 600_000 })

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

const megabyte = 1024 * 1024

/** A fraction of what plans allow by default: enough to see whether memory grows with the file. */
const maxPassages = { ofWholeFile: 10_000, ofRefusedFile: 4_000 }

const planWith = (limits: string) =>
  `default: Basic\nplans:\n  - { name: Basic, rag_allowed: true, enable_reports: true, monthly_credits: { team: 1, member: 1 }, price: { USD: 0, INR: 0 }${limits} }`

/** The growth of resident memory, in bytes, that indexing one file may cost the process. */
const maxGrownBytes = 60 * megabyte

/**
 * Indexes a file in a separate process, after another file has warmed it up. Returns the growth of its resident memory in bytes, the
 * file's status and its remaining rows.
 */
async function indexApart(name: string, content: string | Buffer, passages: number) {
  const usual = Array.from({ length: 3_000 }, (_, at) => `Sentence ${at} of usual length about it.`)
  const files = [
    await testIndex.put(account, room, 'usual.txt', usual.join('\n\n')),
    await testIndex.put(account, room, name, content),
  ]
  const plansFile = path.join(testIndex.folder, 'plans.yaml')
  writeFileSync(plansFile, planWith(`, rag_max_passages: ${passages}`))
  const input = {
    ...{ address: testIndex.data.address, folder: testIndex.folder },
    ...{ accountId: account, files, plansFile },
  }
  const { stdout } = await promisify(execFile)(process.execPath, [
    // As the product's own processes are started.
    ...nodeArguments,
    '--expose-gc',
    path.join(import.meta.dirname, 'index-memory.fixture.ts'),
    JSON.stringify(input),
  ])
  const { grownBytes } = JSON.parse(stdout) as { grownBytes: number }
  console.log(`${name}: the indexing process grew by ${Math.round(grownBytes / megabyte)} MB (limit: 60 MB)`)
  const fileId = files[1] ?? expect.fail()
  const state = await testIndex.stateOf(account, fileId)
  return { grownBytes, state: [state?.status, state?.problem], rows: await testIndex.rowsOf(fileId) }
}

/** Words none of which comes twice. */
const words = (count: number) =>
  Array.from({ length: count }, (_, at) => `w${((at * 2_654_435_761) % 4_294_967_296).toString(36)}x`)

/** A small workbook that repeats the same long cell in each row. */
const sheetOf = (rows: number): Promise<Buffer> =>
  zipOf({
    '_rels/.rels': relationsPart(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsPart(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml': `<sst><si><t>${words(200).join(' ')}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(rows)}</sheetData></worksheet>`,
  })

test.skipIf(process.platform !== 'linux')(
  'F07 a table with one row of 5 MB does not grow the memory of the indexing process',
  async () => {
    const { grownBytes, state } = await indexApart(
      'one-row.csv',
      words(500_000).join(','),
      maxPassages.ofWholeFile,
    )
    expect(state).toEqual(['COMPLETED', null])
    expect(grownBytes).toBeLessThan(maxGrownBytes)
  },
)

test.skipIf(process.platform !== 'linux')(
  "F07 a small workbook with a hundred thousand long rows is refused at its plan's number of passages, and nothing of it is kept",
  async () => {
    const workbook = await sheetOf(100_000)
    expect(workbook.length).toBeLessThan(megabyte / 2)
    const { grownBytes, state, rows } = await indexApart('small.xlsx', workbook, maxPassages.ofRefusedFile)
    expect(state).toEqual(['INVALID_INPUT', 'TOO_MANY_PASSAGES'])
    expect(rows).toEqual({ files: 1, passages: 0, postings: 0 })
    expect(grownBytes).toBeLessThan(maxGrownBytes)
  },
)

test.skipIf(process.platform !== 'linux')(
  "F07 a text of 99 MB is refused at its plan's number of passages without growing the memory of the indexing process",
  async () => {
    const line = `${words(20_000).join(' ')}\n`
    const text = Buffer.alloc(99 * megabyte, line)
    const { grownBytes, state, rows } = await indexApart('long.txt', text, maxPassages.ofRefusedFile)
    expect(state).toEqual(['INVALID_INPUT', 'TOO_MANY_PASSAGES'])
    expect(rows).toEqual({ files: 1, passages: 0, postings: 0 })
    expect(grownBytes).toBeLessThan(maxGrownBytes)
  },
)

test('KB-03 the plan limits the text and the passages of a file', async () => {
  const plans = (limits: string) => parsePlans(planWith(limits), 'plans.yaml')
  const text = Array.from({ length: 2_000 }, (_, at) => `Line ${at} ${'word '.repeat(200)}`).join('\n\n')
  const indexed = async (limits: string) => {
    const fileId = await testIndex.put(account, room, `${limits}.txt`, text)
    await testIndex.index(account, fileId, { plans: plans(limits) })
    const state = await testIndex.stateOf(account, fileId)
    return [state?.status, state?.problem, (await testIndex.rowsOf(fileId)).passages]
  }
  expect(plans('').default).toMatchObject({ rag_max_text_size: 200, rag_max_passages: 50_000 })
  expect(await indexed('')).toEqual(['COMPLETED', null, 2_000])
  expect(await indexed(', rag_max_text_size: 1')).toEqual(['INVALID_INPUT', 'TOO_MUCH_TEXT', 0])
  expect(await indexed(', rag_max_passages: 1999')).toEqual(['INVALID_INPUT', 'TOO_MANY_PASSAGES', 0])
  expect(await indexed(', rag_max_passages: 2000')).toEqual(['COMPLETED', null, 2_000])
})
