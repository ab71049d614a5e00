import { contract, mintId, type TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { checkInvariants, readEvents, send, startWorld, textOf, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createLogWriter } from './log-writer.ts'
import { RunningTurn } from './running-turn.ts'

const log = createLog({ level: 'silent' })
const runningTurn = () =>
  new RunningTurn({
    lease: { accountId: mintId('account'), turnId: mintId('turn'), leaseNumber: 1 },
    chatId: mintId('chat'),
    userId: mintId('user'),
  })

test('I5 nothing is shown before it is appended, and events that accumulate are appended together', async () => {
  const appends: { events: readonly string[]; done: () => void }[] = []
  const writer = createLogWriter({
    log,
    countRunning: () => 1,
    append: ([batch]) => {
      const { promise, resolve } = Promise.withResolvers<Set<TurnId>>()
      if (batch) appends.push({ events: batch.events, done: () => resolve(new Set([batch.lease.turnId])) })
      return promise
    },
  })
  const turn = runningTurn()
  let shown = ''
  turn.attach({ write: (frames) => ((shown += frames), true), end: () => undefined }, 0)
  turn.emit({ type: 'start-step' })
  writer.wake(turn, true)
  await expect.poll(() => appends.length).toBe(1)
  for (const delta of ['one ', 'two ', 'three']) {
    turn.emit({ type: 'text-delta', id: 'text-1', delta })
    writer.wake(turn)
  }
  expect(shown).toBe('')
  appends[0]?.done()
  await expect.poll(() => appends.length).toBe(2)
  expect(shown).toBe('id: 1\ndata: {"type":"start-step"}\n\n')
  expect(appends[1]?.events).toEqual(['{"type":"text-delta","id":"text-1","delta":"one two three"}'])
  appends[1]?.done()
  await writer.withdraw(turn)
  expect(shown).toContain('one two three')
})

test('a first word is appended at once and alone, while the words of other answers are still joined', async () => {
  const appends: TurnId[][] = []
  const writer = createLogWriter({
    log,
    countRunning: () => 2,
    windowMs: () => 3_600_000,
    append: async (batches) => {
      appends.push(batches.map((batch) => batch.lease.turnId))
      return new Set(batches.map((batch) => batch.lease.turnId))
    },
  })
  const speaking = runningTurn()
  speaking.emit({ type: 'start-step' })
  writer.wake(speaking, true)
  await expect.poll(() => appends).toEqual([[speaking.turnId]])
  speaking.emit({ type: 'finish-step' })
  writer.wake(speaking)
  const beginning = runningTurn()
  beginning.emit({ type: 'start-step' })
  writer.wake(beginning, true)
  await expect.poll(() => appends.slice(1)).toEqual([[beginning.turnId]])
  await writer.withdraw(speaking)
  expect(speaking.hasPending).toBe(true)
})

test('B25 a writer that lost its turn learns it and shows nothing more', async () => {
  const writer = createLogWriter({ log, countRunning: () => 1, append: async () => new Set() })
  const turn = runningTurn()
  turn.emit({ type: 'start-step' })
  writer.wake(turn, true)
  await expect.poll(() => turn.abortReason).toBe('lease-lost')
})

test('B13 a turn that is withdrawn after its append failed has it repeated first', async () => {
  const appends: (readonly string[])[] = []
  const { promise: failed, resolve: onFailed } = Promise.withResolvers<void>()
  const writer = createLogWriter({
    log: { ...log, warn: () => onFailed() },
    countRunning: () => 1,
    append: async (batches) => {
      appends.push(...batches.map(({ events }) => events))
      if (appends.length === 1) throw new Error('Connection terminated unexpectedly')
      return new Set(batches.map(({ lease }) => lease.turnId))
    },
  })
  const turn = runningTurn()
  turn.emit({ type: 'start-step' })
  writer.wake(turn, true)
  await failed
  turn.emit({ type: 'finish-step' })
  await writer.withdraw(turn)
  expect(appends).toEqual([['{"type":"start-step"}'], ['{"type":"start-step"}', '{"type":"finish-step"}']])
  expect(turn.hasPending).toBe(false)
})

/** Makes a world's database execute a statement and then lose the connection, as a killed server may. */
function letAppendsBeForgotten({ app }: World): () => void {
  const { pool } = app.ports.database
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let forgets = 0
  Object.assign(pool, {
    query: async (...given: unknown[]) => {
      const result = await query(...given)
      const isAppend = (given[0] as { name?: string }).name === 'append-to-logs'
      if (isAppend && forgets-- > 0) throw new Error('Connection terminated unexpectedly')
      return result
    },
  })
  return () => {
    forgets = 1
  }
}

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

test('B13 an append with unknown outcome is retried: no gap, no repeat, no answer lost', async () => {
  const forget = letAppendsBeForgotten(world)
  const kim = await world.signUp()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await kim.ask('Is the database there?')
  await answer.asked
  answer.say('One ')
  forget()
  answer.say('two ')
  const first = await readEvents(response, { until: (events) => textOf(events).includes('One') })
  forget()
  answer.say('three.')
  answer.finish()
  const after = first.events.at(-1)?.eventId ?? 0
  const rest = await readEvents(
    await send(contract.readAnswer, kim.api, { params: { turnId }, query: { after } }),
  )
  expect(textOf([...first.events, ...rest.events])).toBe('One two three.')
  const seen = [...first.events, ...rest.events].map(({ eventId, part }) => ({
    eventId,
    json: JSON.stringify(part),
  }))
  expect(
    await checkInvariants(world.database, { acknowledged: [], seen: [{ turnId, events: seen }] }),
  ).toEqual([])
})
