import { answerText, contract, type FileId, type InvocationId, mintId, type TableRun } from '@atrium/contract'
import { call, checkInvariants, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { write, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom, uploadDocument } from '../../answers/answers-for-tests.ts'
import { auditLedger } from '../../credits/index.ts'
import { eraseOldSteps } from '../erase-old-steps.ts'
import { chargedFor, jobOf, partsRead, storedSteps, untilJobIs } from '../jobs-for-tests.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(async () => {
  await vi.waitFor(async () =>
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
  )
  expect(await auditLedger(world.database)).toEqual([])
  await world.close()
})

const template = 'What is #{first}# * #{second}#?'
const many = ['a,b', ...Array.from({ length: 9 }, (_, index) => `${index + 2},3`)].join('\n')
const valuesOfMany = () => [fromColumn('first', 0), fromColumn('second', 1)]
const numbers = ['item,a,b', 'alpha,6,7', '=1+1,12,12', 'gamma | [x],9,11', 'delta,20,30'].join('\n')

const fromColumn = (variable: string, column: number): TableRun['values'][number] => ({
  variable,
  from: { kind: 'column', column },
})

const runOf = (file: Pick<TableRun, 'fileId' | 'of'>, more: Partial<TableRun> = {}): TableRun => ({
  ...file,
  table: 0,
  values: [fromColumn('first', 1), fromColumn('second', 2)],
  firstRow: 1,
  rowCount: 500,
  atOnce: 3,
  answerHeader: 'Answer',
  ...more,
})

async function uploaded(person: TestPerson, text: string | Uint8Array = numbers, name = 'numbers.csv') {
  const { fileId, refusal } = await uploadDocument(person, name, text)
  expect(refusal).toBeNull()
  return { fileId, of: 'question' as const }
}

const askOf = (text: string, { of, fileId }: Pick<TableRun, 'of' | 'fileId'>) => ({
  ...{ kind: 'question' as const, messageId: mintId('message'), text },
  ...(of === 'question' && { attachments: [fileId] }),
})

async function run(
  person: TestPerson,
  table: TableRun,
  { text = template, budgetCredits = 50 }: { text?: string; budgetCredits?: number } = {},
) {
  const asked = await person.ask(text, {
    modelId: 'sandbox-writer',
    job: { kind: 'table-run', budgetCredits, table },
    ask: askOf(text, table),
  })
  expect(asked.response.status).toBe(200)
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  const job = message.find(({ messageId }) => messageId === asked.turnId)
  return { ...asked, invocationId: job?.agentInvocationId as InvocationId }
}

/** Answers of the model take this long, in milliseconds, so that a job can be caught at work. */
const slowly = (ms: number, text = template) => `${text} [[sandbox:late=${ms}]]`

const untilRows = (invocationId: InvocationId, count: number) =>
  vi.waitFor(
    async () => {
      const steps = await storedSteps(world, invocationId)
      expect(steps.filter(({ kind }) => kind === 'row').length).toBeGreaterThanOrEqual(count)
      return steps
    },
    { timeout: 30_000, interval: 10 },
  )

const csvOf = async (person: TestPerson, { chatId, turnId }: Awaited<ReturnType<typeof run>>) => {
  const response = await send(contract.exportJobRows, person.api, { params: { chatId, turnId } })
  return { status: response.status, text: await response.text() }
}

test('each row of a table is asked in a step of its own; its answers are a table and a CSV without formulas', async () => {
  const person = await world.signUp()
  const asked = await run(person, runOf(await uploaded(person)))
  const { parts, job } = await partsRead(asked.response)
  expect(job).toMatchObject({ kind: 'table-run', items: { done: 4, total: 4 } })
  expect(job?.failedItems).toBeUndefined()
  const lines = answerText(parts).split('\n')
  expect(lines[0]).toBe('| # | item | a | b | Answer |')
  expect(lines.slice(2).map((line) => line.split(' | ').at(-1))).toEqual([
    expect.stringContaining('42'),
    expect.stringContaining('144'),
    expect.stringContaining('99'),
    expect.stringContaining('600'),
  ])
  expect(lines[4]).toContain(String.raw`gamma \| \[x]`)

  const steps = await storedSteps(world, asked.invocationId)
  expect(new Set(steps.map(({ key }) => key))).toEqual(new Set(['table', 'row-1', 'row-2', 'row-3', 'row-4']))
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(spent).toBeGreaterThan(0)
  expect(await chargedFor(world, asked.turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])

  // The rows stay when the steps of other jobs are erased.
  await sql`update agent_job set ended_at = now() - interval '2 days' where id = ${asked.invocationId}`.execute(
    world.database.kysely,
  )
  await eraseOldSteps(world.database)
  const csv = await csvOf(person, asked)
  expect(csv.text.split('\r\n').slice(0, 3)).toEqual([
    'item,a,b,Answer',
    expect.stringMatching(/^alpha,6,7,.*42/),
    expect.stringMatching(/^'=1\+1,12,12,.*144/),
  ])
})

test('rows are asked at the same time, as many as chosen', async () => {
  const person = await world.signUp()
  const table = runOf(await uploaded(person, many), { values: valuesOfMany(), atOnce: 3 })
  const before = world.model.requests().length
  const { response } = await run(person, table, { text: slowly(200) })
  let most = 0
  const watch = setInterval(() => {
    const running = world.model
      .requests()
      .slice(before)
      .filter(({ state }) => state === 'running').length
    most = Math.max(most, running)
  }, 5)
  const { parts } = await partsRead(response)
  clearInterval(watch)
  expect(most).toBe(3)
  // In the order of the file, in whichever order they ended.
  expect(
    answerText(parts)
      .split('\n')
      .slice(2)
      .map((line) => line.split(' | ')[0]),
  ).toEqual(Array.from({ length: 9 }, (_, index) => `| ${index + 1}`))
})

test('a part of the rows, fixed values, sheets of a workbook, and empty rows', async () => {
  const person = await world.signUp()
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['x'], ['y']]), 'Other')
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Price'],
      ['Ada', 4],
      ['Bo', 5],
      ['Cy', null],
      ['Di', 7],
    ]),
    'Prices',
  )
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const file = await uploaded(person, bytes, 'prices.xlsx')
  const { message: tables } = await call('readTablesToRun', person.api, {
    body: { roomId: person.roomId, file, firstRow: 2 },
  })
  expect(tables[1]).toMatchObject({
    sheet: 'Prices',
    rowCount: 4,
    columns: [{ header: 'Name' }, { header: 'Price' }],
  })
  expect(tables[1]?.rows[0]).toEqual(['Bo', '5'])

  const table = runOf(file, {
    table: 1,
    firstRow: 2,
    rowCount: 2,
    values: [fromColumn('first', 1), { variable: 'second', from: { kind: 'text', text: '100' } }],
  })
  const asked = await run(person, table)
  const { parts, job } = await partsRead(asked.response)
  expect(job?.items).toEqual({ done: 2, total: 2 })
  expect(job?.failedItems).toEqual({ count: 1, first: [{ number: 3, title: '', problem: 'EMPTY_ROW' }] })
  expect(answerText(parts).split('\n')).toHaveLength(3)
  expect(answerText(parts)).toContain('500')
  const csv = await csvOf(person, asked)
  expect(csv.text.split('\r\n')[2]).toBe('Cy,,,The row is empty.')
})

test('a row that the model refuses is named with the reason, and the others are answered', async () => {
  const person = await world.signUp()
  const text = `${template} [[sandbox:content-filter=0,once]]`
  const lines = ['a,b', '3,4', '3,4', '3,4'].join('\n')
  const values = [fromColumn('first', 0), fromColumn('second', 1)]
  // The same question three times: only the first is refused.
  const table = runOf(await uploaded(person, lines), { values, atOnce: 1 })
  const asked = await run(person, table, { text })
  const { job } = await partsRead(asked.response)
  expect(job?.failedItems).toMatchObject({ count: 1, first: [{ number: 1, problem: 'CONTENT_FILTERED' }] })
  expect(await jobOf(person, asked.invocationId)).toMatchObject({ state: 'completed' })
  const csv = await csvOf(person, asked)
  expect(csv.text.split('\r\n')[1]).toBe('3,4,,The model provider declined to answer this question.')
})

test('JOB-03 it pauses before it passes its budget, continues with more, and keeps each finished row', async () => {
  const person = await world.signUp()
  const table = runOf(await uploaded(person, many), { values: valuesOfMany() })
  const { invocationId, turnId } = await run(person, table, { text: slowly(300) })
  await untilRows(invocationId, 1)
  await sql`update agent_job set budget_milli = spent_milli + 1 where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  const paused = await untilJobIs(person, invocationId, 'paused')
  expect(paused.pause?.reason).toBe('budget')
  const before = await storedSteps(world, invocationId)
  await call('continueAgentJob', person.api, { params: { invocationId }, body: { moreCredits: 50 } })
  await untilJobIs(person, invocationId, 'completed')
  const steps = await storedSteps(world, invocationId)
  expect(steps.slice(0, before.length)).toEqual(before)
  expect(steps).toHaveLength(10)
  expect(new Set(steps.map(({ key }) => key)).size).toBe(10)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('CRED-02 what runs at the same time is held together: three rows never pass the budget', async () => {
  const person = await world.signUp()
  const rowCount = 60
  const long = ['a,b', ...Array.from({ length: rowCount }, (_, index) => `${index + 2},3`)].join('\n')
  const table = runOf(await uploaded(person, long), { values: valuesOfMany(), rowCount })
  const { invocationId } = await run(person, table, { text: slowly(100) })
  const { rows } = await vi.waitFor(
    async () => {
      const found = await sql<{ held: number; spent: number }>`
        select held_milli as held, spent_milli as spent from credit_hold
        join agent_job on agent_job.turn_id = credit_hold.turn_id and agent_job.id = ${invocationId}
        where spent_milli > 0`.execute(world.database.kysely)
      expect(found.rows).toHaveLength(1)
      return found
    },
    { timeout: 20_000, interval: 10 },
  )
  const [{ held, spent } = { held: 0, spent: 0 }] = rows
  const step = (held - spent) / 3
  // Enough for some more rows, one at a time, and not for all.
  await sql`update agent_job set budget_milli = spent_milli + ${Math.ceil(step * 1.7)}::bigint where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  const paused = await untilJobIs(person, invocationId, 'paused')
  expect(paused.creditsUsed).toBeLessThanOrEqual(paused.budgetCredits)
  expect((await storedSteps(world, invocationId)).length).toBeLessThan(rowCount)
  await call('cancelAgentJob', person.api, { params: { invocationId } })
  await untilJobIs(person, invocationId, 'cancelled')
})

test('cancelling keeps and charges the rows answered so far', async () => {
  const person = await world.signUp()
  const table = runOf(await uploaded(person), { atOnce: 1 })
  const { response, invocationId, turnId } = await run(person, table, { text: slowly(700) })
  await untilRows(invocationId, 1)
  await call('cancelAgentJob', person.api, { params: { invocationId } })
  await untilJobIs(person, invocationId, 'cancelled')
  const { parts } = await partsRead(response)
  expect(answerText(parts)).toMatch(/^\| # \| item/)
  const steps = await storedSteps(world, invocationId)
  expect(steps.length).toBeLessThan(5)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('JOB-03 when the file of the room is deleted meanwhile, the job ends with that reason and keeps its rows', async () => {
  const person = await world.signUp()
  const fileId = await addToRoom(person, 'numbers.csv', numbers)
  const table = runOf({ fileId, of: 'room' }, { atOnce: 1 })
  const asked = await run(person, table, { text: slowly(500) })
  await untilRows(asked.invocationId, 1)
  await call('deleteContextFile', person.api, { params: { roomId: person.roomId, fileId } })
  expect(await untilJobIs(person, asked.invocationId, 'failed')).toMatchObject({ errorCode: 'JOB_FILE_GONE' })
  expect((await storedSteps(world, asked.invocationId)).length).toBeLessThan(5)
  const { parts } = await partsRead(asked.response)
  expect(answerText(parts)).toContain('| 1 | alpha | 6 | 7 | ')
})

test('R21 JOB-03 a job whose owner loses the room ends with JOB_ACCESS_LOST before its next row, and keeps and charges the finished ones', async () => {
  const person = await world.signUp()
  const table = runOf(await uploaded(person), { atOnce: 1 })
  const { invocationId, turnId } = await run(person, table, { text: slowly(500) })
  await untilRows(invocationId, 1)
  const { kysely } = world.database
  await sql`update room set access_type = 'PRIVATE' where account_id = ${person.accountId}`.execute(kysely)
  await sql`delete from room_member where account_id = ${person.accountId}`.execute(kysely)
  await vi.waitFor(
    async () => {
      const found = await sql<{ state: string; code: string | null }>`
        select state, error_code as code from agent_job where id = ${invocationId}`.execute(kysely)
      expect(found.rows).toEqual([{ state: 'failed', code: 'JOB_ACCESS_LOST' }])
    },
    { timeout: 10_000 },
  )
  const steps = await storedSteps(world, invocationId)
  expect(steps.length).toBeLessThan(5)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('regenerating runs over the same table again, and a run without a table is refused', async () => {
  const person = await world.signUp()
  const asked = await run(person, runOf(await uploaded(person)))
  await partsRead(asked.response)
  const again = {
    ...{ chatId: asked.chatId, turnId: mintId('turn'), parentTurnId: null, modelId: 'sandbox-writer' },
    job: { kind: 'table-run' as const },
  }
  const response = await send(contract.askQuestion, person.api, {
    body: { ...again, ask: { kind: 'regenerate', turnId: asked.turnId } },
  })
  const { job } = await partsRead(response)
  expect(job?.items).toEqual({ done: 4, total: 4 })
  const without = await person.ask(template, { modelId: 'sandbox-writer', job: { kind: 'table-run' } })
  expect(without.response.status).toBe(400)
})

test('T05 strangers can neither read nor run a table of others, nor read its rows', async () => {
  const person = await world.signUp()
  const fileId = await addToRoom(person, 'numbers.csv', numbers)
  const asked = await run(person, runOf({ fileId, of: 'room' }))
  await partsRead(asked.response)
  const stranger = await world.signUp()
  const refusal = (file: { fileId: FileId; of: 'room' | 'question' }, roomId = stranger.roomId) =>
    send(contract.readTablesToRun, stranger.api, { body: { roomId, file } }).then(({ status }) => status)
  expect(await refusal({ fileId, of: 'room' }, person.roomId)).toBe(404)
  expect(await refusal({ fileId, of: 'room' })).toBe(404)
  expect(await refusal({ fileId, of: 'question' })).toBe(404)
  for (const origin of ['room', 'question'] as const) {
    const refused = await stranger.ask(template, {
      modelId: 'sandbox-writer',
      job: { kind: 'table-run', table: runOf({ fileId, of: origin }) },
    })
    expect(refused.response.status).toBe(404)
  }
  expect((await csvOf(stranger, asked)).status).toBe(404)
})

test.each([
  ['no table', 'words.txt', 'no table at all', 'JOB_TABLE_UNREADABLE'],
  ['an empty file', 'empty.csv', 'a,b', 'JOB_TABLE_UNREADABLE'],
])('JOB-03 %s ends the job with a reason, free of charge', async (_, name, text, errorCode) => {
  const person = await world.signUp()
  const { fileId } = await uploaded(person, text, name)
  const response = await person.ask(template, {
    modelId: 'sandbox-writer',
    job: { kind: 'table-run', table: runOf({ fileId, of: 'question' }) },
    ask: askOf(template, { of: 'question', fileId }),
  })
  if (name.endsWith('.txt')) return expect(response.response.status).toBe(422)
  await partsRead(response.response)
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  expect(message[0]).toMatchObject({ state: 'failed', errorCode })
  expect(await chargedFor(world, response.turnId)).toMatchObject([{ state: 'released', chargedMilli: 0 }])
})

test('the estimate grows with the rows and covers what the run charges', async () => {
  const person = await world.signUp()
  const file = await uploaded(person)
  const { message: tables } = await call('readTablesToRun', person.api, {
    body: { roomId: person.roomId, file },
  })
  const tokens = (tables[0]?.columns ?? [])
    .slice(1)
    .reduce((sum, { tokensPerCell }) => sum + tokensPerCell, 0)
  const estimate = async (count: number) =>
    (
      await call('estimateQuestion', person.api, {
        body: {
          ...{ chatId: mintId('chat'), parentTurnId: null, modelId: 'sandbox-writer', text: template },
          job: { kind: 'table-run', rows: { count, tokens: Math.ceil(tokens * count) } },
        },
      })
    ).data
  const four = await estimate(4)
  expect(four.jobItems).toBe(4)
  expect((await estimate(8)).maxCredits).toBeCloseTo(2 * four.maxCredits, 1)
  const { response, invocationId } = await run(person, runOf(file))
  await partsRead(response)
  const spent = (await storedSteps(world, invocationId)).reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(spent).toBeLessThanOrEqual(four.maxCredits * 1000)
})
