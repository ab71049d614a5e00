import {
  contract,
  type FileOfJob,
  mintId,
  type NewSchedule,
  type Schedule,
  type ScheduleId,
} from '@atrium/contract'
import {
  call,
  checkInvariants,
  colleagueOf,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { cookiesOf } from '@atrium/testkit/api-client.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom, uploadDocument } from '../answers/answers-for-tests.ts'
import { auditLedger } from '../credits/index.ts'
import { sendDigests } from '../notifications/digest/send-digests.ts'
import { createTestClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createUnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'
import type { SchedulePorts } from './ports.ts'
import { runSchedules } from './runs/run-schedules.ts'

const dayMs = 24 * 60 * 60_000
const clock = createTestClock(new Date('2026-11-26T07:00:00Z'))

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), clock })
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(async () => {
  await vi.waitFor(async () =>
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
  )
  expect(await auditLedger(world.database)).toEqual([])
  await world.close()
})

const siteUrl = 'https://atrium.example'
/** Another process beside the one under test. */
const otherProcess = (more: Partial<SchedulePorts> = {}): SchedulePorts => ({
  ...world.app.ports,
  siteUrl,
  unsubscribe: createUnsubscribeLinks({ secret: world.secret, siteUrl }),
  downtimeEnd: () => null,
  isStopping: () => false,
  ...more,
})

const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows as Row[]

/** The next eight o'clock. */
const nextAt = () => {
  const next = new Date(clock.now())
  next.setUTCHours(8, 0, 0, 0)
  if (next.getTime() <= clock.now().getTime()) next.setTime(next.getTime() + dayMs)
  return next.toISOString()
}

const bodyOf = (person: TestPerson, text = 'What is new about tea?'): NewSchedule => ({
  roomId: person.api.roomId ?? person.roomId,
  title: 'Tea of today',
  question: { text, modelId: 'test-model', style: 'quick' },
  rule: { interval: 'daily', time: '08:00', timeZone: 'UTC', weekday: 1, dayOfMonth: 1 },
  endsOn: null,
  maxRuns: null,
})

/** A schedule that is due each day at eight, in UTC. */
async function schedule(person: TestPerson, more: Partial<NewSchedule> & { text?: string } = {}) {
  const { text = `What is new about tea? ${mintId('message')}`, ...rest } = more
  const { message } = await call('createSchedule', person.api, { body: { ...bodyOf(person, text), ...rest } })
  return { ...message, text }
}

const read = async (person: TestPerson, id: ScheduleId): Promise<Schedule> => {
  const { message } = await call('listSchedules', person.api, { query: { page_size: '100' } })
  const found = message.find(({ scheduleId }) => scheduleId === id)
  if (!found) throw new Error('The schedule is gone.')
  return found
}

/** Moves the clock to an instant, and renews the access of people whose tokens end with that. */
async function advanceTo(instant: string | number | null, ...people: TestPerson[]) {
  const toMs = typeof instant === 'number' ? instant : Date.parse(instant ?? '')
  clock.advance(toMs - clock.now().getTime())
  for (const { api } of people) {
    const response = await send(contract.refreshToken, api)
    api.token = contract.refreshToken.reply.json.parse(await response.json()).data.accessToken
    // A browser replaces cookies by name.
    const cookies = [...(api.cookie ?? '').split('; '), ...cookiesOf(response).split('; ')].filter(Boolean)
    const byName = new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie]))
    api.cookie = [...byName.values()].join('; ')
  }
}

/** Waits for what the process under test does at its own intervals. */
const untilItRuns = (person: TestPerson, id: ScheduleId, expected: Record<string, unknown>) =>
  waitForRun(person, id, expected, async () => undefined)
/** The same with another process that looks for what is due all the time, which saves the intervals of seconds. */
const untilRun = (person: TestPerson, id: ScheduleId, expected: Record<string, unknown>) =>
  waitForRun(person, id, expected, () => runSchedules(otherProcess()))
const waitForRun = (
  person: TestPerson,
  id: ScheduleId,
  expected: Record<string, unknown>,
  work: () => Promise<unknown>,
) =>
  vi.waitFor(
    async () => {
      await work()
      const found = await read(person, id)
      expect(found).toMatchObject(expected)
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
const succeeded = (runCount: number) => ({ runCount, lastRun: { state: 'succeeded' } })

const turnsWith = (text: string) =>
  query<{ chat_id: string; title: string; is_unseen: boolean; asked_by: string }>(
    `select chat.id as chat_id, chat.title, chat.answered_at > chat.seen_at as is_unseen, turn.asked_by
     from message join turn on turn.account_id = message.account_id and turn.question_message_id = message.id
     join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
     where message.text = $1 order by turn.id`,
    [text],
  )
const remove = (person: TestPerson, { scheduleId }: Pick<Schedule, 'scheduleId'>) =>
  call('deleteSchedule', person.api, { params: { scheduleId } })
const change = async (person: TestPerson, { scheduleId }: Pick<Schedule, 'scheduleId'>, body: object) =>
  (await call('changeSchedule', person.api, { params: { scheduleId }, body })).message
/** Takes all credits of the account; the returned function gives them back, so that the ledger adds up. */
async function takeCredits({ accountId }: TestPerson) {
  const before = await query<{ holder: string; available_milli: string }>(
    'select holder, available_milli from credit_balance where account_id = $1',
    [accountId],
  )
  await query('update credit_balance set available_milli = 0 where account_id = $1', [accountId])
  return async () => {
    for (const { holder, available_milli } of before)
      await query('update credit_balance set available_milli = $3 where account_id = $1 and holder = $2', [
        accountId,
        holder,
        available_milli,
      ])
  }
}
const failuresMailed = async (person: TestPerson) =>
  (
    await query<{ text: string }>(
      `select count(*)::int as text from mail_outbox where recipient = $1 and kind = 'notifications:schedule'`,
      [person.email],
    )
  )[0]?.text

test('JOB-03 a schedule runs when its time comes, once, in a chat of its own that is unseen', async () => {
  const created = await schedule(kim)
  expect(created).toMatchObject({ state: 'active', lastRun: null })
  expect(created.nextRunAt).toBe(nextAt())
  await advanceTo(created.nextRunAt, kim)
  const ran = await untilItRuns(kim, created.scheduleId, succeeded(1))
  expect(ran).toMatchObject({ nextRunAt: nextAt(), failuresInRow: 0 })
  expect(ran.creditsUsed).toBeGreaterThan(0)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(clock.now())
  expect(await turnsWith(created.text)).toEqual([
    { chat_id: ran.lastRun?.chatId, title: `Tea of today · ${day}`, is_unseen: true, asked_by: kim.userId },
  ])
  await advanceTo(ran.nextRunAt, kim)
  await untilItRuns(kim, created.scheduleId, succeeded(2))
  const turns = await turnsWith(created.text)
  expect(new Set(turns.map(({ chat_id }) => chat_id)).size).toBe(2)
  await remove(kim, created)
  expect(await turnsWith(created.text)).toHaveLength(2)
})

test('JOB-03 LIFE-08 the digest of the next morning has the unseen answer of a schedule', async () => {
  const created = await schedule(kim, { title: 'Digested tea' })
  await advanceTo(created.nextRunAt, kim)
  const ran = await untilRun(kim, created.scheduleId, succeeded(1))
  await query(`update user_profile set email_frequency = 'DAILY', time_zone = 'UTC' where user_id = $1`, [
    kim.userId,
  ])
  await query('update chat set answered_at = $1, seen_at = $2 where id = $3', [
    new Date(clock.now().getTime() - 60_000),
    new Date(clock.now().getTime() - 120_000),
    ran.lastRun?.chatId,
  ])
  const unsubscribe = createUnsubscribeLinks({ secret: world.secret, siteUrl })
  const log = createLog({ level: 'silent' })
  await sendDigests({ database: world.database, siteUrl, unsubscribe, now: clock.now, log })
  const mail = await world.inbox.waitFor(({ text }) => text.includes('Digested tea'))
  expect(mail.text).toContain(`${siteUrl}/chat/${ran.lastRun?.chatId}`)
  await remove(kim, created)
})

test('JOB-03 runs that were missed are run once', async () => {
  const created = await schedule(kim)
  await advanceTo(Date.parse(created.nextRunAt ?? '') + 5 * dayMs + 60_000, kim)
  const ran = await untilRun(kim, created.scheduleId, succeeded(1))
  expect(ran.nextRunAt).toBe(nextAt())
  expect(await turnsWith(created.text)).toHaveLength(1)
  await remove(kim, created)
})

test('JOB-03 during a downtime nothing starts', async () => {
  const created = await schedule(kim)
  // The process under test has its role without workers from here on, as far as this schedule is concerned.
  await query('update schedule set next_run_at = $1 where id = $2', [
    new Date('2999-01-01'),
    created.scheduleId,
  ])
  const due = new Date(clock.now().getTime() - 1000)
  const runs = () => query('select from schedule_run where schedule_id = $1', [created.scheduleId])
  const other = otherProcess({ downtimeEnd: () => new Date(), clock: { now: () => new Date('2999-01-02') } })
  await runSchedules(other)
  expect(await runs()).toHaveLength(0)
  await query('update schedule set next_run_at = $1 where id = $2', [due, created.scheduleId])
  await untilRun(kim, created.scheduleId, succeeded(1))
  expect(await runs()).toHaveLength(1)
  await remove(kim, created)
})

test('JOB-03 a schedule ends after its last day or its number of runs, and can be extended', async () => {
  const counted = await schedule(kim, { maxRuns: 1 })
  const lastDay = counted.nextRunAt?.slice(0, 10) ?? ''
  const dated = await schedule(kim, { endsOn: lastDay })
  await advanceTo(counted.nextRunAt, kim)
  await untilRun(kim, counted.scheduleId, { ...succeeded(1), state: 'ended', nextRunAt: null })
  await untilRun(kim, dated.scheduleId, { ...succeeded(1), state: 'ended', nextRunAt: null })
  const extended = await change(kim, counted, { maxRuns: 2 })
  expect(extended).toMatchObject({ state: 'active', nextRunAt: nextAt() })
  const refused = await send(contract.createSchedule, kim.api, {
    body: { ...bodyOf(kim), endsOn: clock.now().toISOString().slice(0, 10) },
  })
  expect(await refused.json()).toMatchObject({ code: 'SCHEDULE_NEVER_RUNS' })
  await remove(kim, counted)
  await remove(kim, dated)
})

test('JOB-03 a paused schedule does not run, and resumed it runs at its next time', async () => {
  const created = await schedule(kim)
  expect(await change(kim, created, { isPaused: true })).toMatchObject({
    state: 'paused',
    pauseReason: 'owner',
    nextRunAt: null,
  })
  await advanceTo(created.nextRunAt, kim)
  await runSchedules(otherProcess())
  expect(await read(kim, created.scheduleId)).toMatchObject({ runCount: 0, lastRun: null })
  const resumed = await change(kim, created, { isPaused: false })
  expect(resumed).toMatchObject({ state: 'active', pauseReason: null, nextRunAt: nextAt() })
  await advanceTo(resumed.nextRunAt, kim)
  await untilRun(kim, created.scheduleId, succeeded(1))
  await remove(kim, created)
})

test('JOB-03 a changed schedule asks its new question at its new time', async () => {
  const created = await schedule(kim)
  const text = `And coffee? ${mintId('message')}`
  const changed = await change(kim, created, {
    question: { text, modelId: 'test-model' },
    rule: { ...created.rule, time: '21:15', timeZone: 'Asia/Tokyo' },
  })
  expect(changed.nextRunAt).toMatch(/T12:15:00/)
  await advanceTo(changed.nextRunAt, kim)
  await untilRun(kim, created.scheduleId, succeeded(1))
  expect(await turnsWith(created.text)).toHaveLength(0)
  expect(await turnsWith(text)).toHaveLength(1)
  await remove(kim, created)
})

test('JOB-03 run now runs once, also while paused, and counts neither as run nor as failure', async () => {
  const created = await schedule(kim)
  await change(kim, created, { isPaused: true })
  const params = { scheduleId: created.scheduleId }
  const key = mintId('message')
  const both = await Promise.all(
    [key, key].map((one) =>
      send(contract.runSchedule, kim.api, { params, headers: { 'idempotency-key': one } } as never),
    ),
  )
  expect(both.some(({ status }) => status === 200)).toBe(true)
  await untilRun(kim, created.scheduleId, { ...succeeded(0), state: 'paused' })
  expect((await turnsWith(created.text)).length).toBeGreaterThan(0)
  await remove(kim, created)
})

test('R21 JOB-03 a run whose owner lost the room, the account or their access starts nothing', async () => {
  const bo = await colleagueOf(world, kim, { name: 'Bo Example' })
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Cellar', access_type: 'PRIVATE' },
  })
  await call('addRoomMembers', kim.api, {
    params: { roomId: room.id },
    body: [{ id: bo.userId, membership_type: 'MEMBER' }],
  })
  const inRoom = await schedule(bo, { roomId: room.id })
  await call('removeRoomMember', kim.api, { params: { roomId: room.id, userId: bo.userId } })
  await advanceTo(inRoom.nextRunAt, kim, bo)
  await untilRun(bo, inRoom.scheduleId, {
    lastRun: { state: 'failed', errorCode: 'NOT_FOUND', chatId: null },
  })
  await remove(bo, inRoom)

  const suspended = await schedule(bo)
  await query(`update identity_user set suspended_at = now(), suspended_reason = 'x' where id = $1`, [
    bo.userId,
  ])
  await advanceTo(suspended.nextRunAt, kim)
  await runSchedules(otherProcess())
  await vi.waitFor(async () =>
    expect(
      await query('select error_code from schedule_run where schedule_id = $1', [suspended.scheduleId]),
    ).toEqual([{ error_code: 'NOT_A_MEMBER' }]),
  )
  const before = await failuresMailed(bo)
  await query('update identity_user set suspended_at = null, suspended_reason = null where id = $1', [
    bo.userId,
  ])
  await call('removeMember', kim.api, { params: { id: kim.accountId }, query: { userId: bo.userId } })
  expect(
    await query('select state, pause_reason from schedule where id = $1', [suspended.scheduleId]),
  ).toEqual([{ state: 'paused', pause_reason: 'access' }])
  expect(await turnsWith(suspended.text)).toHaveLength(0)
  expect(await failuresMailed(bo)).toBe(before)
})

test('JOB-03 without credits a run fails with a mail, and the third failure in a row pauses the schedule', async () => {
  const bo = await colleagueOf(world, kim, { name: 'Bo Björk' })
  const returnCredits = await takeCredits(kim)
  const created = await schedule(bo, { title: 'Tea at www.evil.example' })
  let next = created.nextRunAt
  for (const failures of [1, 2, 3]) {
    await advanceTo(next, bo)
    const ran = await untilRun(bo, created.scheduleId, { runCount: failures, failuresInRow: failures })
    expect(ran.lastRun).toMatchObject({ state: 'failed', errorCode: 'CREDITS_EXHAUSTED', chatId: null })
    expect(ran.state).toBe(failures < 3 ? 'active' : 'paused')
    next = ran.nextRunAt
  }
  expect(await read(bo, created.scheduleId)).toMatchObject({ pauseReason: 'failures', nextRunAt: null })
  const mail = await world.inbox.waitFor(
    ({ to, text }) => to.includes(bo.email) && text.includes('third failure in a row'),
  )
  expect(mail.subject).toContain('Tea at www.\u2060evil.\u2060example')
  expect(mail.listUnsubscribe).not.toBeNull()
  expect(await failuresMailed(bo)).toBe(3)
  const resumed = await change(bo, created, { isPaused: false })
  expect(resumed).toMatchObject({ state: 'active', failuresInRow: 0 })
  await returnCredits()
  await advanceTo(resumed.nextRunAt, kim, bo)
  await untilRun(bo, created.scheduleId, { lastRun: { state: 'succeeded' }, failuresInRow: 0 })
  await remove(bo, created)
})

test('JOB-03 an answer that fails at its model counts as a failure, and a success ends the row', async () => {
  const created = await schedule(kim)
  world.model.script(
    'test-model',
    [{ fail: { status: 400, type: 'invalid_request_error', code: null, param: null, message: 'No.' } }],
    { times: 1 },
  )
  await advanceTo(created.nextRunAt, kim)
  const failed = await untilRun(kim, created.scheduleId, { runCount: 1, failuresInRow: 1 })
  expect(failed.lastRun).toMatchObject({ state: 'failed' })
  expect(failed.lastRun?.errorCode).toMatch(/^PROVIDER_/)
  expect(failed.lastRun?.chatId).not.toBeNull()
  await advanceTo(failed.nextRunAt, kim)
  await untilRun(kim, created.scheduleId, { ...succeeded(2), failuresInRow: 0 })
  await remove(kim, created)
})

test('JOB-03 a scheduled job runs within its budget; one that waits for its owner counts as failed', async () => {
  const text = `How often must probes be calibrated? ${mintId('message')} [[sandbox:late=100]]`
  const research = (budgetCredits: number) =>
    schedule(kim, { question: { text, modelId: 'sandbox-researcher', style: 'quick', budgetCredits } })
  const [enough, tooLittle] = [await research(500), await research(1)]
  await advanceTo(enough.nextRunAt, kim)
  await runSchedules(otherProcess())
  // Less than the sandbox's short texts may cost.
  await vi.waitFor(async () =>
    expect(
      await query(
        `update agent_job set budget_milli = 1 from schedule_run as run
         where run.schedule_id = $1 and agent_job.turn_id = run.turn_id returning id`,
        [tooLittle.scheduleId],
      ),
    ).toHaveLength(1),
  )
  await untilRun(kim, enough.scheduleId, succeeded(1))
  const waiting = await untilRun(kim, tooLittle.scheduleId, { runCount: 1, failuresInRow: 1 })
  expect(waiting.lastRun).toMatchObject({ state: 'failed', errorCode: 'SCHEDULED_JOB_WAITS' })
  expect(waiting.lastRun?.chatId).not.toBeNull()
  const { message } = await call('listAgentJobs', kim.api, { query: { state: 'active' } })
  for (const { agentInvocationId } of message)
    await call('cancelAgentJob', kim.api, { params: { invocationId: agentInvocationId } })
  await remove(kim, enough)
  await remove(kim, tooLittle)
})

test('JOB-03 summaries of all files of a room repeat as such a job', async () => {
  await addToRoom(kim, 'probes.txt', 'Optical oxygen probes need a calibration every six months.')
  const created = await schedule(kim, {
    question: {
      text: `Summarize every file of this room. ${mintId('message')}`,
      modelId: 'sandbox-writer',
      style: 'quick',
      jobKind: 'file-summaries',
      budgetCredits: 20,
    },
  })
  await advanceTo(created.nextRunAt, kim)
  const { lastRun } = await untilRun(kim, created.scheduleId, succeeded(1))
  const { message } = await call('listAgentJobs', kim.api, { query: {} })
  expect(message.find(({ chatId }) => chatId === lastRun?.chatId)).toMatchObject({
    kind: 'file-summaries',
    state: 'completed',
    budgetCredits: 20,
    progress: { items: { done: 1, total: 1 } },
  })
  await remove(kim, created)
})

const fromColumn = (variable: string, column: number) => ({
  variable,
  from: { kind: 'column' as const, column },
})
const jobOfRun = async (person: TestPerson, { lastRun }: Schedule) =>
  (await call('listAgentJobs', person.api, { query: {} })).message.find(
    ({ chatId }) => chatId === lastRun?.chatId,
  )

test('JOB-03 a run over a table repeats with the rows of then; without its table the schedule pauses', async () => {
  const bo = await colleagueOf(world, kim, { name: 'Bo Table' })
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Tables', access_type: 'PRIVATE' },
  })
  await call('addRoomMembers', kim.api, {
    params: { roomId: room.id },
    body: [{ id: bo.userId, membership_type: 'MEMBER' }],
  })
  const { roomId } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Elsewhere', access_type: 'PRIVATE' },
  }).then(({ data }) => ({ roomId: data.id }))
  kim.api.roomId = room.id
  const fileId = await addToRoom(kim, 'numbers.csv', 'a,b\n6,7\n12,12')
  kim.api.roomId = kim.roomId
  const table = {
    ...{ fileId, of: 'room' as const, table: 0, values: [fromColumn('first', 0), fromColumn('second', 1)] },
    ...{ firstRow: 1, rowCount: 500, atOnce: 2, answerHeader: 'Answer' },
  }
  const question = {
    ...{ text: 'What is #{first}# * #{second}#?', modelId: 'sandbox-writer', style: 'quick' as const },
    ...{ jobKind: 'table-run' as const, budgetCredits: 20, table },
  }
  const created = await schedule(bo, { roomId: room.id, question })
  await advanceTo(created.nextRunAt, kim, bo)
  const first = await untilRun(bo, created.scheduleId, succeeded(1))
  expect(await jobOfRun(bo, first)).toMatchObject({
    ...{ kind: 'table-run', state: 'completed', budgetCredits: 20, setup: { table } },
    progress: { items: { done: 2, total: 2 } },
  })

  // A synchronized file keeps its id and gets new bytes.
  const key = `${room.id}-numbers`
  const facts = { contentType: 'text/csv', cacheControl: 'no-store', minBytes: 1, maxBytes: 1_000 }
  await world.app.ports.storage.put(key, Buffer.from('a,b\n6,7\n12,12\n9,11'), facts)
  await query('update room_file set storage_key = $1 where id = $2', [key, fileId])
  await advanceTo(first.nextRunAt, kim, bo)
  const second = await untilRun(bo, created.scheduleId, succeeded(2))
  expect(await jobOfRun(bo, second)).toMatchObject({ progress: { items: { done: 3, total: 3 } } })

  // Neither another room nor a person who may not open the file can repeat it.
  for (const [person, place] of [
    [kim, roomId],
    [kim, kim.roomId],
  ] as const) {
    const refused = await send(contract.createSchedule, person.api, {
      body: { ...bodyOf(person), roomId: place, question },
    })
    expect(await refused.json()).toMatchObject({ code: 'JOB_FILE_GONE' })
  }

  await call('deleteContextFile', kim.api, { params: { roomId: room.id, fileId } })
  await advanceTo(second.nextRunAt, kim, bo)
  const paused = await untilRun(bo, created.scheduleId, { runCount: 3, state: 'paused' })
  expect(paused).toMatchObject({ pauseReason: 'file', nextRunAt: null, failuresInRow: 1 })
  expect(paused.lastRun).toMatchObject({ state: 'failed', errorCode: 'JOB_FILE_GONE', chatId: null })
  const mail = await world.inbox.waitFor(
    ({ to, text }) => to.includes(bo.email) && text.includes('without this file'),
  )
  expect(mail.text).toContain('was deleted, or you no longer have access')
  await remove(bo, created)
})

test('JOB-03 a data analysis repeats with all of its spreadsheets, until one is gone', async () => {
  const roomFile = await addToRoom(kim, 'staff.csv', 'region,lead\nNorth,Ada\nSouth,Bo')
  const { fileId: attachedId } = await uploadDocument(
    kim,
    'sales.csv',
    'region,kind\nNorth,x\nSouth,y\nSouth,x',
  )
  const files: FileOfJob[] = [
    { fileId: roomFile, of: 'room' },
    { fileId: attachedId, of: 'question' },
  ]
  const created = await schedule(kim, {
    question: {
      ...{ text: 'What stands out?', modelId: 'sandbox-writer', style: 'quick' },
      ...{ jobKind: 'data-analysis', budgetCredits: 20, analysis: { files } },
    },
  })
  await advanceTo(created.nextRunAt, kim)
  const ran = await untilRun(kim, created.scheduleId, succeeded(1))
  expect(await jobOfRun(kim, ran)).toMatchObject({
    ...{ kind: 'data-analysis', state: 'completed' },
    setup: { analysis: { files } },
  })
  await call('deleteContextFile', kim.api, { params: { roomId: kim.roomId, fileId: roomFile } })
  await advanceTo(ran.nextRunAt, kim)
  const paused = await untilRun(kim, created.scheduleId, { runCount: 2, state: 'paused' })
  expect(paused).toMatchObject({ pauseReason: 'file', lastRun: { errorCode: 'JOB_FILE_GONE' } })
  await remove(kim, created)
})

test('JOB-03 a translation repeats with its document, also an attached one, until that is gone', async () => {
  const fileId = await addToRoom(kim, 'care.txt', 'Oil every pump weekly.')
  const { fileId: attachedId } = await uploadDocument(kim, 'own.txt', 'Clean the filter.')
  const repeated = (file: FileOfJob) =>
    schedule(kim, {
      question: {
        ...{ text: 'Translate it.', modelId: 'sandbox-writer', style: 'quick' },
        ...{ jobKind: 'translation', budgetCredits: 20, translation: { file, language: 'fr' } },
      },
    })
  const ofRoom = await repeated({ fileId, of: 'room' })
  const attached = await repeated({ fileId: attachedId, of: 'question' })
  await advanceTo(ofRoom.nextRunAt, kim)
  for (const { scheduleId } of [ofRoom, attached]) {
    const ran = await untilRun(kim, scheduleId, succeeded(1))
    expect(await jobOfRun(kim, ran)).toMatchObject({
      ...{ kind: 'translation', state: 'completed' },
      setup: { translation: { language: 'fr' } },
    })
  }
  const next = await read(kim, ofRoom.scheduleId)
  await query('delete from message_attachment where file_id = $1', [attachedId])
  await query('delete from attachment where id = $1', [attachedId])
  await advanceTo(next.nextRunAt, kim)
  await untilRun(kim, ofRoom.scheduleId, succeeded(2))
  const paused = await untilRun(kim, attached.scheduleId, { runCount: 2, state: 'paused' })
  expect(paused).toMatchObject({ pauseReason: 'file', lastRun: { errorCode: 'JOB_FILE_GONE' } })
  // A person who starts it sees it fail, and the schedule is as it was.
  await call('deleteContextFile', kim.api, { params: { roomId: kim.roomId, fileId } })
  clock.advance(1_000)
  await call('runSchedule', kim.api, { params: { scheduleId: ofRoom.scheduleId } })
  await untilRun(kim, ofRoom.scheduleId, {
    ...{ state: 'active', pauseReason: null },
    lastRun: { state: 'failed', errorCode: 'JOB_FILE_GONE' },
  })
  // A question of the kind without its file is refused.
  const refused = await send(contract.createSchedule, kim.api, {
    body: {
      ...bodyOf(kim),
      question: { text: 'Translate it.', modelId: 'sandbox-writer', style: 'quick', jobKind: 'translation' },
    },
  })
  expect(await refused.json()).toMatchObject({ code: 'INVALID_INPUT' })
  await remove(kim, ofRoom)
  await remove(kim, attached)
})

test('JOB-03 any number of processes make one run of what is due, and one turn of a run', async () => {
  const created = await schedule(kim)
  clock.advance(Date.parse(created.nextRunAt ?? '') - clock.now().getTime())
  await Promise.all([otherProcess(), otherProcess(), otherProcess()].map((ports) => runSchedules(ports)))
  await advanceTo(clock.now().getTime(), kim)
  await untilRun(kim, created.scheduleId, succeeded(1))
  // Processes that asked and died before they noted it: others ask again.
  for (let count = 0; count < 3; count += 1) {
    await query(
      `update schedule_run set state = 'waiting', ended_at = null, lease_expires_at = '-infinity' where schedule_id = $1`,
      [created.scheduleId],
    )
    await Promise.all([otherProcess(), otherProcess()].map((ports) => runSchedules(ports)))
    await untilRun(kim, created.scheduleId, succeeded(1))
  }
  expect(await turnsWith(created.text)).toHaveLength(1)
  // Also when the question was changed in between.
  await query(
    `update schedule_run set state = 'waiting', ended_at = null, lease_expires_at = '-infinity' where schedule_id = $1`,
    [created.scheduleId],
  )
  await query(`update schedule set question = question || '{"text":"Other"}' where id = $1`, [
    created.scheduleId,
  ])
  await runSchedules(otherProcess())
  await untilRun(kim, created.scheduleId, succeeded(1))
  expect(await turnsWith(created.text)).toHaveLength(1)
  await remove(kim, created)
})

test('JOB-03 PERM-05 admins see schedules of the account without their texts; members only their own', async () => {
  const bo = await colleagueOf(world, kim, { name: 'Bo Secret' })
  const created = await schedule(bo, { title: 'Secret merger' })
  const { message } = await call('listSchedules', kim.api, { query: { scope: 'account', page_size: '100' } })
  const seen = message.find(({ scheduleId }) => scheduleId === created.scheduleId)
  expect(seen).toMatchObject({
    title: null,
    question: null,
    owner: { id: bo.userId },
    modelName: expect.any(String),
  })
  expect(JSON.stringify(message)).not.toMatch(/merger/)
  const own = await call('listSchedules', kim.api, { query: { page_size: '100' } })
  expect(own.message.map(({ scheduleId }) => scheduleId)).not.toContain(created.scheduleId)
  await remove(bo, created)
})
