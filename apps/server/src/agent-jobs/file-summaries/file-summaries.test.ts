import { answerText, contract, type FileId, type InvocationId, mintId, sourcesIn } from '@atrium/contract'
import { call, checkInvariants, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom } from '../../answers/answers-for-tests.ts'
import { auditLedger } from '../../credits/index.ts'
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

const question = 'Summarize every file of this room.'
const files = {
  'alarms.txt': 'An alarm rings when the oxygen is below 6 mg per litre.',
  'probes.txt': 'Optical oxygen probes need a calibration every six months.',
  'warranty_terms.txt': 'The warranty of oxygen probes lasts 24 months.',
}

/** A person whose room has these files. */
async function withFiles(): Promise<{ person: TestPerson; ids: FileId[] }> {
  const person = await world.signUp()
  const ids: FileId[] = []
  for (const [name, text] of Object.entries(files)) ids.push(await addToRoom(person, name, text))
  return { person, ids }
}

async function summarise(person: TestPerson, { text = question, budgetCredits = 50 } = {}) {
  const asked = await person.ask(text, {
    modelId: 'sandbox-writer',
    job: { kind: 'file-summaries', budgetCredits },
  })
  expect(asked.response.status).toBe(200)
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  const job = message.find(({ messageId }) => messageId === asked.turnId)
  return { ...asked, invocationId: job?.agentInvocationId as InvocationId }
}

const estimateOf = (person: TestPerson) =>
  call('estimateQuestion', person.api, {
    body: {
      chatId: mintId('chat'),
      parentTurnId: null,
      modelId: 'sandbox-writer',
      text: question,
      job: { kind: 'file-summaries' },
    },
  })

/** Answers of the model take this long, in milliseconds, so that a job can be caught at work. */
const slowly = (ms: number) => `${question} [[sandbox:late=${ms}]]`

const untilSummaries = (invocationId: InvocationId, count: number) =>
  vi.waitFor(
    async () => {
      const steps = await storedSteps(world, invocationId)
      expect(steps.filter(({ kind }) => kind === 'summary').length).toBeGreaterThanOrEqual(count)
      return steps
    },
    { timeout: 30_000, interval: 10 },
  )

test('every file of the room is summarized in a step of its own, under its name and with a citation, after an overview', async () => {
  const { person, ids } = await withFiles()
  const { data: estimate } = await estimateOf(person)
  expect(estimate.jobItems).toBe(3)
  expect(estimate.lowCredits).toBeLessThan(estimate.highCredits)
  expect(estimate.highCredits).toBeLessThanOrEqual(estimate.maxCredits)

  const { response, turnId, invocationId } = await summarise(person)
  const { parts, job } = await partsRead(response)
  expect(job).toMatchObject({ kind: 'file-summaries', items: { done: 3, total: 3 }, sourcesRead: 3 })
  expect(job?.steps.map(({ key }) => key)).toEqual(['list', 'file-1', 'file-2', 'file-3', 'overview'])
  const text = answerText(parts)
  const [overview, ...sections] = text.split(/^## /m)
  expect(overview).toMatch(/\[1\]/)
  expect(sections.map((section) => section.split('\n')[0])).toEqual([
    'alarms.txt',
    'probes.txt',
    String.raw`warranty\_terms.txt`,
  ])
  sections.forEach((section, index) => expect(section).toContain(`[${index + 1}]`))
  expect(sections[1]).toContain('calibration every six months')
  const sources = sourcesIn(parts)
  expect(sources?.sources.map(({ number, fileId }) => [number, fileId])).toEqual(
    ids.map((id, index) => [index + 1, id]),
  )
  expect(sources?.unsupported).toEqual([])

  const steps = await storedSteps(world, invocationId)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(spent).toBeGreaterThan(0)
  expect(spent).toBeLessThanOrEqual(estimate.maxCredits * 1000)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('R21 a file that is deleted or closed to the owner while the job runs is left out', async () => {
  const { person, ids } = await withFiles()
  const [first, , third] = ids as [FileId, FileId, FileId]
  const { response, invocationId } = await summarise(person, { text: slowly(700) })
  await untilSummaries(invocationId, 1)
  // The first has its summary; the last is not read yet.
  for (const fileId of [first, third])
    await call('deleteContextFile', person.api, { params: { roomId: person.roomId, fileId } })
  const { parts } = await partsRead(response)
  const text = answerText(parts)
  expect(text).toContain('## probes.txt')
  expect(text).not.toContain('alarms.txt')
  expect(text).not.toContain('6 mg per litre')
  expect(text).not.toContain('warranty')
  expect(sourcesIn(parts)?.sources.map(({ fileName }) => fileName)).toEqual(['probes.txt'])
})

test('R21 when no file is open to the owner at the end, the job ends with JOB_ACCESS_LOST, without a text and free of charge', async () => {
  const { person, ids } = await withFiles()
  const { response, invocationId, turnId } = await summarise(person, { text: slowly(1_500) })
  await untilSummaries(invocationId, 2)
  // The last is being summarized.
  for (const fileId of ids)
    await call('deleteContextFile', person.api, { params: { roomId: person.roomId, fileId } })
  const { parts } = await partsRead(response)
  expect(await jobOf(person, invocationId)).toMatchObject({ state: 'failed', errorCode: 'JOB_ACCESS_LOST' })
  expect((await storedSteps(world, invocationId)).map(({ key }) => key)).toEqual([
    'list',
    'file-1',
    'file-2',
    'file-3',
    'overview',
  ])
  expect(answerText(parts)).toBe('')
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'released', chargedMilli: 0 }])
})

test('JOB-03 it pauses before it passes its budget, continues with more, and keeps each finished step', async () => {
  const { person } = await withFiles()
  const { invocationId, turnId } = await summarise(person, { text: slowly(300) })
  // More than the step under way costs, and less than the one after it may.
  await untilSummaries(invocationId, 1)
  await sql`update agent_job set budget_milli = spent_milli + 60 where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  const paused = await untilJobIs(person, invocationId, 'paused')
  expect(paused.pause?.reason).toBe('budget')
  expect(paused.creditsUsed).toBeLessThanOrEqual(paused.budgetCredits)
  const before = await storedSteps(world, invocationId)
  await call('continueAgentJob', person.api, { params: { invocationId }, body: { moreCredits: 50 } })
  await untilJobIs(person, invocationId, 'completed')
  const steps = await storedSteps(world, invocationId)
  expect(steps.slice(0, before.length)).toEqual(before)
  expect(new Set(steps.map(({ key }) => key)).size).toBe(5)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('cancelling keeps and charges the summaries written so far', async () => {
  const { person } = await withFiles()
  const { response, invocationId, turnId } = await summarise(person, { text: slowly(700) })
  await untilSummaries(invocationId, 1)
  await call('cancelAgentJob', person.api, { params: { invocationId } })
  await untilJobIs(person, invocationId, 'cancelled')
  const { parts } = await partsRead(response)
  expect(answerText(parts)).toMatch(/^## alarms\.txt\n\n.*\[1\]/)
  expect(sourcesIn(parts)?.sources).not.toEqual([])
  const steps = await storedSteps(world, invocationId)
  expect(steps.length).toBeLessThan(5)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test('JOB-03 a room without readable files ends the job with a reason, free of charge', async () => {
  const person = await world.signUp()
  expect((await estimateOf(person)).data.jobItems).toBe(0)
  const { response, invocationId, turnId } = await summarise(person)
  await partsRead(response)
  expect(await jobOf(person, invocationId)).toMatchObject({ state: 'failed', errorCode: 'JOB_NO_FILES' })
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'released', chargedMilli: 0 }])
})

test('a file that the model refuses is named with the reason, and the others are summarized', async () => {
  const { person, ids } = await withFiles()
  const { response } = await summarise(person, { text: `${question} [[sandbox:content-filter=0,once]]` })
  const { parts, job } = await partsRead(response)
  expect(job?.items).toEqual({ done: 3, total: 3 })
  const text = answerText(parts)
  expect(text).not.toContain('## alarms.txt')
  expect(text).toContain('## probes.txt')
  expect(sourcesIn(parts)?.trace.unreadFiles).toEqual([
    { fileId: ids[0], fileName: 'alarms.txt', problem: 'REFUSED_BY_MODEL' },
  ])
})

test('PERM-05 somebody without the room can neither estimate nor start its summaries', async () => {
  const { person } = await withFiles()
  const stranger = await world.signUp()
  const api = { ...stranger.api, url: world.url, roomId: person.roomId }
  await expect(estimateOf({ ...stranger, api })).rejects.toMatchObject({ reply: { code: 'NOT_FOUND' } })
  const response = await send(contract.askQuestion, api, {
    body: {
      ...{ chatId: mintId('chat'), turnId: mintId('turn'), parentTurnId: null, modelId: 'sandbox-writer' },
      job: { kind: 'file-summaries' },
      ask: { kind: 'question', messageId: mintId('message'), text: question },
    },
  })
  expect(response.status).toBe(404)
})
