import {
  answerText,
  contract,
  type DataAnalysis,
  type FileOfJob,
  type InvocationId,
  limits,
  mintId,
  type StreamPart,
  tablesIn,
} from '@atrium/contract'
import { call, checkInvariants, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom, turnsOf, uploadDocument } from '../../answers/answers-for-tests.ts'
import { auditLedger } from '../../credits/index.ts'
import type { RunningTurn } from '../../answers/index.ts'
import type { JobWork, PreparedStep } from '../engine/program.ts'
import { chargedFor, partsRead, storedSteps, untilJobIs } from '../jobs-for-tests.ts'
import type { JobPorts } from '../ports.ts'
import type { FinishedStep } from '../tables.ts'
import { readQuery } from './analysis-prompts.ts'
import { dataAnalysisProgram } from './analysis-program.ts'
import type { ComputeOutput } from './analysis-state.ts'

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

const sales = [
  'day,region,amount',
  '2026-01-03,North,1250.5',
  '2026-02-04,"South | **[x](http://evil.example)**",800',
  '2026-02-05,North,49.5',
].join('\n')
const question = 'How do the amounts differ by region?'

const uploaded = async (person: TestPerson, text = sales, name = 'sales.csv'): Promise<FileOfJob> => {
  const { fileId, refusal } = await uploadDocument(person, name, text)
  expect(refusal).toBeNull()
  return { fileId, of: 'question' }
}

async function analyze(
  person: TestPerson,
  files: FileOfJob[],
  { text = question, reviewsPlan = false }: { text?: string; reviewsPlan?: boolean } = {},
) {
  const attachments = files.flatMap(({ fileId, of }) => (of === 'question' ? [fileId] : []))
  const asked = await person.ask(text, {
    modelId: 'sandbox-writer',
    job: { kind: 'data-analysis', budgetCredits: 100, reviewsPlan, analysis: { files } },
    ask: { kind: 'question', messageId: mintId('message'), text, attachments },
  })
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  const job = message.find(({ messageId }) => messageId === asked.turnId)
  return { ...asked, invocationId: job?.agentInvocationId as InvocationId }
}

/** Answers of the model take this long, so that a job can be caught at work. */
const slowly = (ms: number) => `${question} [[sandbox:late=${ms}]]`

const untilStep = (invocationId: InvocationId, kind: string) =>
  vi.waitFor(
    async () => expect((await storedSteps(world, invocationId)).map((step) => step.kind)).toContain(kind),
    { timeout: 30_000, interval: 10 },
  )

test('ANS-05 an analysis reads the tables, plans, computes each query and writes a report with tables, charts and its method', async () => {
  const person = await world.signUp()
  const staff = await addToRoom(person, 'staff.csv', 'region,people\nNorth,4\n')
  const asked = await analyze(person, [await uploaded(person), { fileId: staff, of: 'room' }])
  const { parts, job } = await partsRead(asked.response)
  expect(job).toMatchObject({ kind: 'data-analysis', items: { done: 3, total: 3 }, stepsLeft: 0 })
  expect(job?.plan).toHaveLength(3)
  expect(job?.failedItems).toBeUndefined()
  const tables = tablesIn(parts)
  expect(tables).toHaveLength(3)
  expect(tables[0]).toMatchObject({
    ...{ number: 1, state: 'done', rowCount: 2, isHidden: false },
    files: [{ fileName: 'sales.csv' }, { fileName: 'staff.csv' }],
    columns: [{ kind: 'text' }, { kind: 'number' }],
  })
  expect(tables[0]?.rows[0]).toEqual(['North', 1300])
  // Every number of the text is in a result.
  expect(tables[2]?.unsupported).toEqual([])

  const report = answerText(parts)
  expect(report).toContain('| North | 1300 |')
  expect(report).toContain('## How this was computed')
  expect(report).toContain('sales.csv, staff.csv')
  expect(report.match(/```sql/g)).toHaveLength(3)
  // Values of a file are no Markdown where the server writes them.
  expect(report).toContain(String.raw`South \| \*\*\[x](http://evil.example)\*\*`)

  const steps = await storedSteps(world, asked.invocationId)
  const ofAnalysis = (number: number) => [`query-${number}`, `compute-${number}`, `interpret-${number}`]
  expect(steps.map(({ key }) => key)).toEqual([
    ...['structure', 'plan', ...ofAnalysis(1), ...ofAnalysis(2), ...ofAnalysis(3), 'write', 'check'],
  ])
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(spent).toBeGreaterThan(0)
  expect(await chargedFor(world, asked.turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
  const { data: estimate } = await call('estimateQuestion', person.api, {
    body: {
      ...{ chatId: mintId('chat'), parentTurnId: null, modelId: 'sandbox-writer', text: question },
      job: { kind: 'data-analysis' },
    },
  })
  expect(spent).toBeLessThanOrEqual(estimate.maxCredits * 1000)

  const csv = await send(contract.exportAnswerTable, person.api, {
    params: { chatId: asked.chatId, turnId: asked.turnId, number: '1' },
  })
  expect(await csv.text()).toContain('North,1300')
  const again = await send(contract.askQuestion, person.api, {
    body: {
      ...{ chatId: asked.chatId, turnId: mintId('turn'), parentTurnId: null, modelId: 'sandbox-writer' },
      job: { kind: 'data-analysis' },
      ask: { kind: 'regenerate', turnId: asked.turnId },
    },
  })
  expect(again.status).toBe(200)
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  expect(message.map(({ setup }) => setup)).toEqual([message[1]?.setup, message[1]?.setup])
  const [{ agentInvocationId: invocationId } = { agentInvocationId: asked.invocationId }] = message
  await call('cancelAgentJob', person.api, { params: { invocationId } })
})

test('the plan waits for its owner; a refused statement is written again; a budget that would be passed pauses', async () => {
  const person = await world.signUp()
  const { invocationId, chatId } = await analyze(person, [await uploaded(person)], { reviewsPlan: true })
  expect(await untilJobIs(person, invocationId, 'paused')).toMatchObject({ pause: { reason: 'plan' } })
  expect((await storedSteps(world, invocationId)).map(({ key }) => key)).toEqual(['structure', 'plan'])
  await sql`update agent_job set budget_milli = spent_milli + 1 where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  const params = { invocationId }
  const plan = ['Amounts: select nothing from nowhere']
  await call('continueAgentJob', person.api, { params, body: { plan } })
  await vi.waitFor(
    async () =>
      expect(await untilJobIs(person, invocationId, 'paused')).toMatchObject({ pause: { reason: 'budget' } }),
    { timeout: 20_000 },
  )
  await call('continueAgentJob', person.api, { params, body: { moreCredits: 100 } })
  await untilJobIs(person, invocationId, 'completed')
  expect((await storedSteps(world, invocationId)).map(({ key }) => key)).toEqual([
    ...['structure', 'plan', 'query-1', 'compute-1', 'query-1-2', 'compute-1-2', 'interpret-1'],
    ...['write', 'check'],
  ])
  const [turn] = await turnsOf(person, chatId)
  expect(tablesIn(turn?.parts ?? []).map(({ state }) => state)).toEqual(['done'])
  const prompts = JSON.stringify(world.model.requests().map(({ body }) => body))
  expect(prompts).toContain('Your statement was refused')
  expect(prompts).toMatch(/nowhere does not exist/i)
})

test('JOB-03 when a file of the room is deleted meanwhile, the analysis ends with that reason and keeps its results', async () => {
  const person = await world.signUp()
  const fileId = await addToRoom(person, 'sales.csv', sales)
  const { invocationId, response, chatId } = await analyze(person, [{ fileId, of: 'room' }], {
    text: slowly(500),
  })
  await untilStep(invocationId, 'interpret')
  await call('deleteContextFile', person.api, { params: { roomId: person.roomId, fileId } })
  expect(await untilJobIs(person, invocationId, 'failed')).toMatchObject({ errorCode: 'JOB_FILE_GONE' })
  const { parts } = await partsRead(response)
  expect(answerText(parts)).toContain('## How this was computed')
  expect((await storedSteps(world, invocationId)).map(({ kind }) => kind)).not.toContain('check')

  // Steps of the model don't begin either: their prompts hold values of the file.
  const work = workOf(planned(['A']))
  const next = dataAnalysisProgram.next({
    ...work,
    setup: { analysis: { files: [{ fileId, of: 'room' }] } },
    material: { ...work.material, room: { ...work.material.room, id: person.roomId } },
  })
  const { step } = next as { step: PreparedStep }
  const turn = { accountId: person.accountId, userId: person.userId, chatId } as RunningTurn
  const ports = world.app.ports as JobPorts
  await expect(step.prepare({ ports, turn })).rejects.toMatchObject({ code: 'JOB_FILE_GONE' })
})

test('T05 nobody analyzes files of others, files without a table, or a table twice', async () => {
  const person = await world.signUp()
  const fileId = await addToRoom(person, 'sales.csv', sales)
  const stranger = await world.signUp()
  const status = async (who: TestPerson, files: FileOfJob[]) => {
    const asked = await who.ask(question, {
      modelId: 'sandbox-writer',
      job: { kind: 'data-analysis', analysis: { files } },
    })
    return asked.response.status
  }
  for (const place of ['room', 'question'] as const)
    expect(await status(stranger, [{ fileId, of: place }])).toBe(404)
  expect(await status(person, [])).toBe(400)
  expect(
    await status(
      person,
      [0, 1].map(() => ({ fileId, of: 'room' })),
    ),
  ).toBe(400)
  const empty = await uploaded(person, 'a,b', 'empty.csv')
  const { invocationId, turnId } = await analyze(person, [empty])
  expect(await untilJobIs(person, invocationId, 'failed')).toMatchObject({
    errorCode: 'JOB_TABLE_UNREADABLE',
  })
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'released', chargedMilli: 0 }])
})

const analysis: DataAnalysis = { files: [{ fileId: mintId('file'), of: 'room' }] }
const structure = {
  files: [{ fileId: analysis.files[0]?.fileId, fileName: 'sales.csv', of: 'room' }],
  tables: [{ name: 'sales', fileName: 'sales.csv', sheet: null, rowCount: 3 }],
  text: 'sales, 3 rows:\n| amount number: from "4.75" to "1250.5"',
}

type KindAndOutput = readonly [kind: FinishedStep['kind'], output: unknown]

/** A job with these steps. */
const workOf = (steps: readonly KindAndOutput[]): JobWork =>
  ({
    setup: { analysis },
    material: { question, today: '2026-01-01', room: { modifiers: {} }, history: [] },
    reviewsPlan: false,
    confirmedPlan: null,
    steps: steps.map(([kind, output]) => ({ kind, output })),
  }) as unknown as JobWork

const query = (number: number): KindAndOutput => [
  'query',
  { analysis: number, title: 'T', sql: 'select 1', problem: null },
]
const computed = (number: number, more: Partial<ComputeOutput> = {}): KindAndOutput => [
  'compute',
  {
    ...{ analysis: number, problem: null, detail: '', durationMs: 1, columns: [], rows: [], rowCount: 0 },
    ...more,
  },
]
const refused = { problem: 'REFUSED', detail: 'no' } as const
const planned = (questions: string[]): KindAndOutput[] => [
  ['structure', structure],
  ['plan', { questions }],
]

const nextKey = (work: JobWork) => {
  const next = dataAnalysisProgram.next(work)
  return 'step' in next ? next.step.key : next
}

test('JOB-03 a statement is written three times at most; an analysis without a result is named, and all without fail', () => {
  const attempts = (number: number, count: number): KindAndOutput[] =>
    Array.from({ length: count }, () => [query(number), computed(number, refused)]).flat()
  const work = (count: number) => workOf([...planned(['A', 'B']), ...attempts(0, count)])
  expect([0, 1, 2, 3].map((count) => nextKey(work(count)))).toEqual([
    'query-1',
    'query-1-2',
    'query-1-3',
    'query-2',
  ])
  expect(dataAnalysisProgram.failedItems?.(work(3))).toEqual([
    { number: 1, title: 'A', problem: 'NOT_COMPUTED' },
  ])
  const none = workOf([...planned(['A', 'B']), ...attempts(0, 3), ...attempts(1, 3)])
  expect(nextKey(none)).toEqual({ fail: 'JOB_STEP_FAILED' })
  const daily = workOf([...planned(['A']), query(0), computed(0, { problem: 'DAILY_LIMIT' })])
  expect(nextKey(daily)).toEqual({ fail: 'RATE_LIMITED' })
})

test('ANS-05 sentences with numbers that neither a result nor the tables have are marked', () => {
  const text = 'North has 1300. South has 9123. The least amount is 4.75. Together 61 %.'
  const columns = [{ name: 'amount', kind: 'number' as const }]
  const work = workOf([
    ...planned(['A']),
    query(0),
    computed(0, { columns, rows: [[1300.04]], rowCount: 1 }),
    ['interpret', { analysis: 0, text }],
    ['write', { text: 'In short, 1300 of 7777.' }],
  ])
  const { step } = dataAnalysisProgram.next(work) as {
    step: { run(): { text: string; unsupported: string[] } }
  }
  const checked = step.run()
  expect(checked.unsupported).toEqual(['In short, 1300 of 7777.', 'South has 9123.', 'Together 61 %.'])
  expect(checked.text.startsWith('In short')).toBe(true)
  // Readers see them with the last result.
  const done = { ...work, steps: [...work.steps, { kind: 'check', output: checked } as FinishedStep] }
  const parts = dataAnalysisProgram.partsOf(done, true) as Extract<StreamPart, { type: 'data-table' }>[]
  expect(parts.at(-1)?.data.unsupported).toEqual(checked.unsupported)
  expect(dataAnalysisProgram.next(done)).toEqual({ text: checked.text })
})

test('the report is in the language of its text, also where it quotes names in another script', () => {
  const report = (text: string) =>
    dataAnalysisProgram.partialText(
      workOf([...planned(['A']), query(0), computed(0), ['interpret', { analysis: 0, text }]]),
    )
  expect(report('Les montants de la région sont plus grands que ceux des autres.')).toContain('## Comment')
  expect(report('The amounts of 上海 are the greatest of all the regions.')).toContain('## How')
  expect(report('上海的金额最大。')).toContain('## 计算方法')
})

test.each([
  ['Title: Sums\n\n```sql\nselect 1;\n```', 'Sums', 'select 1'],
  ['**Title:** "Sums\u202e"\n```\nselect 1\n```', 'Sums', 'select 1'],
  ['with a as (select 1)\nselect * from a', '', 'with a as (select 1)\nselect * from a'],
  ['I cannot do that.', '', ''],
  [`\`\`\`sql\nselect '${'x'.repeat(limits.tableQueryCharacters)}'\n\`\`\``, '', ''],
])('a statement is read from %j', (text, title, statement) => {
  expect(readQuery(text)).toEqual({ title, sql: statement })
})
