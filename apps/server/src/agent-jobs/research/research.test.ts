import { answerText, mintId, sourcesIn, webIn } from '@atrium/contract'
import { call, checkInvariants, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom } from '../../answers/answers-for-tests.ts'
import { auditLedger } from '../../credits/index.ts'
import { chargedFor, jobOf, partsRead, research, storedSteps, untilJobIs } from '../jobs-for-tests.ts'

let world: World
let kim: TestPerson

const probes = [
  'Optical oxygen probes need a calibration every six months.',
  'The warranty of oxygen probes lasts 24 months.',
  'Calibrate probes in air that is saturated with water.',
].join('\n\n')

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(async () => {
  await vi.waitFor(async () =>
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
  )
  expect(await auditLedger(world.database)).toEqual([])
  await world.close()
})

const question = 'How often must oxygen probes be calibrated?'

test('JOB-01 JOB-02 a deferred model plans, searches files and web, reads, writes and checks a cited report', async () => {
  await addToRoom(kim, 'probes.txt', probes)
  const { response, chatId, turnId, invocationId } = await research(kim, question, { usesWeb: true })
  const { parts, job, events } = await partsRead(response)
  expect(events.map(({ eventId }) => eventId)).toEqual(events.map((_, index) => index + 1))
  expect(job?.steps.map(({ kind }) => kind)).toEqual([
    ...['plan', 'search', 'read', 'search', 'read', 'search', 'read'],
    ...['outline', 'write', 'write', 'write', 'check'],
  ])
  expect(job).toMatchObject({ invocationId, stepsLeft: 0, pause: null, secondsLeft: null })
  expect(job?.plan).toHaveLength(3)
  expect(job?.sourcesRead).toBeGreaterThan(1)
  const report = answerText(parts)
  expect(report).toMatch(/^## What is known/)
  expect(report).toMatch(/\[1\]/)
  const numbers = new Set(
    [...(sourcesIn(parts)?.sources ?? []), ...(webIn(parts)?.sources ?? [])].map(({ number }) => number),
  )
  expect(numbers.size).toBeGreaterThan(1)
  for (const [, cited] of report.matchAll(/\[(\d+)\]/g)) expect(numbers).toContain(Number(cited))
  const done = await jobOf(kim, invocationId)
  expect(done).toMatchObject({
    state: 'completed',
    status: 'COMPLETED',
    chatId,
    messageId: turnId,
    errorCode: null,
  })
  const steps = await storedSteps(world, invocationId)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(spent).toBeGreaterThan(0)
  const [hold, ...more] = await chargedFor(world, turnId)
  expect(more).toEqual([])
  expect(hold).toMatchObject({ state: 'settled', chargedMilli: spent })
  expect(hold?.heldMilli).toBeGreaterThanOrEqual(spent)
  expect(done.creditsUsed).toBe(spent / 1000)
})

test('JOB-05 the status list leaves out foreign and unknown ids alike', async () => {
  const { response, invocationId } = await research(kim, question)
  await partsRead(response)
  const bo = await world.signUp()
  const ids = [invocationId, mintId('invocation'), 'nonsense'].join(',')
  const query = { agent_invocation_id: ids }
  expect(await call('listInvocations', kim.api, { query })).toEqual({
    isError: false,
    statusCode: 200,
    message: [{ id: invocationId, status: 'COMPLETED' }],
  })
  expect((await call('listInvocations', bo.api, { query })).message).toEqual([])
  await expect(call('readAgentJob', bo.api, { params: { invocationId } })).rejects.toMatchObject({
    reply: { code: 'NOT_FOUND' },
  })
})

test('JOB-02 the plan waits for its owner, who edits it, and the job researches the edited plan', async () => {
  const { response, invocationId } = await research(kim, question, { job: { reviewsPlan: true } })
  const paused = await untilJobIs(kim, invocationId, 'paused')
  expect(paused).toMatchObject({ status: 'PENDING', pause: { reason: 'plan', moreCredits: null } })
  const plan = ['How long is the warranty of probes?']
  await call('continueAgentJob', kim.api, { params: { invocationId }, body: { plan } })
  const { job } = await partsRead(response)
  await untilJobIs(kim, invocationId, 'completed')
  await vi.waitFor(async () => expect((await jobOf(kim, invocationId)).progress?.plan).toEqual(plan))
  expect(job === null || job.pause === 'plan' || job.plan?.length === 1).toBe(true)
  await expect(
    call('continueAgentJob', kim.api, { params: { invocationId }, body: {} }),
  ).rejects.toMatchObject({ reply: { code: 'CONFLICT' } })
})

test('JOB-03 a job that would pass its budget pauses and asks for more; what it has done stays', async () => {
  const { invocationId, turnId } = await research(kim, question, {
    job: { budgetCredits: 1, reviewsPlan: true },
  })
  await untilJobIs(kim, invocationId, 'paused')
  // Less than the sandbox's short texts may cost.
  await sql`update agent_job set budget_milli = 300 where id = ${invocationId}`.execute(world.database.kysely)
  const body = { plan: ['How often must probes be calibrated?', 'How long is the warranty?'] }
  await call('continueAgentJob', kim.api, { params: { invocationId }, body })
  const paused = await vi.waitFor(async () => {
    const job = await jobOf(kim, invocationId)
    expect(job.pause?.reason).toBe('budget')
    return job
  }, 20_000)
  expect(paused.pause?.moreCredits).toBeGreaterThan(0)
  expect(paused.creditsUsed).toBeLessThanOrEqual(0.3)
  const before = await storedSteps(world, invocationId)
  await call('continueAgentJob', kim.api, { params: { invocationId }, body: { moreCredits: 50 } })
  const done = await untilJobIs(kim, invocationId, 'completed')
  expect(done.budgetCredits).toBe(50.3)
  // The finished steps are those of before, once each.
  const steps = await storedSteps(world, invocationId)
  expect(steps.slice(0, before.length)).toEqual(before)
  expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
  const spent = steps.reduce((sum, { costMilli }) => sum + costMilli, 0)
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'settled', chargedMilli: spent }])
})

test("JOB-03 a job whose next step would pass the room's monthly limit pauses, and continues once an admin raised it", async () => {
  const { invocationId, turnId } = await research(kim, question, {
    job: { budgetCredits: 9, reviewsPlan: true },
  })
  await untilJobIs(kim, invocationId, 'paused')
  // The sandbox's steps are cheaper than any first hold.
  await sql`
    with costly as (update agent_job_step set cost_milli = 4000 where job_id = ${invocationId} returning cost_milli)
    update agent_job set spent_milli = (select sum(cost_milli) from costly) where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  const [held] = await chargedFor(world, turnId)
  const limit = (monthlyCreditLimit: number | null) =>
    call('setRoomCreditLimit', kim.api, {
      params: { id: kim.accountId },
      body: { roomId: kim.roomId, monthlyCreditLimit },
    })
  const { rooms } = (await limit(1000)).data
  const used = rooms.find(({ roomId }) => roomId === kim.roomId)?.used ?? 0
  await limit(used)
  await call('continueAgentJob', kim.api, { params: { invocationId }, body: {} })
  await vi.waitFor(async () => expect((await jobOf(kim, invocationId)).pause?.reason).toBe('limit'), 20_000)
  expect(await chargedFor(world, turnId)).toEqual([held])

  await limit(null)
  await call('continueAgentJob', kim.api, { params: { invocationId }, body: {} })
  await untilJobIs(kim, invocationId, 'completed')
})

test('JOB-02 cancelling ends the job between or inside its steps, and keeps and charges what was found', async () => {
  const { invocationId, turnId } = await research(kim, question, { job: { reviewsPlan: true } })
  await untilJobIs(kim, invocationId, 'paused')
  await call('cancelAgentJob', kim.api, { params: { invocationId } })
  const cancelled = await untilJobIs(kim, invocationId, 'cancelled')
  expect(cancelled).toMatchObject({ status: 'FAILED', errorCode: null })
  // Only a plan was there: no text, no charge.
  expect(await chargedFor(world, turnId)).toMatchObject([{ state: 'released', chargedMilli: 0 }])
  expect((await call('cancelAgentJob', kim.api, { params: { invocationId } })).message.state).toBe(
    'cancelled',
  )
})

test('R21 a job whose owner loses access fails at its next step', async () => {
  const { invocationId } = await research(kim, question, { job: { reviewsPlan: true } })
  await untilJobIs(kim, invocationId, 'paused')
  await sql`update room set access_type = 'PRIVATE' where account_id = ${kim.accountId}`.execute(
    world.database.kysely,
  )
  await sql`delete from room_member where account_id = ${kim.accountId}`.execute(world.database.kysely)
  await sql`update agent_job set state = 'pending', pause = null where id = ${invocationId}`.execute(
    world.database.kysely,
  )
  await vi.waitFor(async () => {
    const found = await sql<{ state: string; code: string }>`
      select state, error_code as code from agent_job where id = ${invocationId}`.execute(
      world.database.kysely,
    )
    expect(found.rows).toEqual([{ state: 'failed', code: 'JOB_ACCESS_LOST' }])
  })
})
