import { contract, type TurnId } from '@atrium/contract'
import { checkInvariants, endOf, readEvents, send, startWorld, textOf } from '@atrium/testkit'
import type { TestPerson, World } from '@atrium/testkit'
import { holdAnswer } from '@atrium/sandbox'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { shareAnswers } from '../live/share-answers.ts'

/** Longer than any test: only a notification wakes up earlier. */
const foreverMs = 600_000

let world: World
let kim: TestPerson
/** What another process on the same database sends and receives. */
let other: Awaited<ReturnType<typeof shareAnswers>>
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
  const { address, database } = world
  other = await shareAnswers({ address, database, nodeId: 'other', log: createLog({ level: 'silent' }) })
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  await other.stop()
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

async function askHeld() {
  const held = holdAnswer()
  world.model.script('test-model', held.respond, { times: 1 })
  const asked = await kim.ask('Which is older, tea or coffee?')
  await held.asked
  return { ...asked, held }
}

const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
  (await world.database.pool.query(text, values)).rows as Row[]
/** What another process finds of an answer. */
async function found(turnId: TurnId): Promise<{ log: string; state: string }> {
  const rows = await query<{ log: string; state: string }>(
    `select state, (select string_agg(events::text, '') from turn_log where turn_log.turn_id = turn.id) as log from turn where id = $1`,
    [turnId],
  )
  return rows[0] ?? expect.fail('There is no such turn.')
}

test('OPS-02 the writer of an answer notifies a follower in another process of every word and of the end', async () => {
  const { turnId, response, held } = await askHeld()
  const followed = other.follow(turnId)
  // The reply to the new follower.
  await followed.changed(foreverMs)
  for (const word of ['Tea ', 'is ', 'older.']) {
    const changed = followed.changed(foreverMs)
    held.say(word)
    await changed
    while (!(await found(turnId)).log?.includes(word)) await followed.changed(foreverMs)
  }
  held.finish()
  while ((await found(turnId)).state === 'open') await followed.changed(foreverMs)
  followed.stop()
  const { events } = await readEvents(response)
  expect([endOf(events)?.state, textOf(events)]).toEqual(['answered', 'Tea is older.'])
})

test('OPS-02 a writer replies to a new follower at once, so that no word before it is missed', async () => {
  const { turnId, response, held } = await askHeld()
  held.say('Tea ')
  await readEvents(response, { until: (events) => textOf(events) !== '' })
  const followed = other.follow(turnId)
  await followed.changed(foreverMs)
  followed.stop()
  held.finish()
  await expect.poll(async () => (await found(turnId)).state).toBe('answered')
})

test('OPS-02 a request to stop reaches the writer in another process by notification alone', async () => {
  const { turnId, response, held } = await askHeld()
  held.say('Tea ')
  await readEvents(response, { until: (events) => textOf(events) !== '' })
  // Nothing is stored that the writer could see at its next renewal.
  other.publishStop(turnId)
  await expect.poll(async () => (await found(turnId)).state).toBe('stopped')
})

test('OPS-02 a reader of an answer that another process writes follows it, and reads on when it is notified', async () => {
  const follows: TurnId[] = []
  other.onFollowed((turnId) => void follows.push(turnId))
  await query(
    `insert into node (id, public_url, host, roles, version) values ('other', '', 'other', '{web}', '1')`,
    [],
  )
  const { nodes, running } = world.app.ports
  await nodes.checkIn()
  try {
    const { turnId, response, held } = await askHeld()
    held.say('Tea ')
    await readEvents(response, { until: (events) => textOf(events) !== '' })
    // From here on this process does not know that it is the writer itself.
    const writer = running.get(turnId) ?? expect.fail('The answer is not running.')
    Map.prototype.delete.call(running, turnId)
    const reading = readEvents(await send(contract.readAnswer, kim.api, { params: { turnId } }))
    await expect.poll(() => follows).toContain(turnId)
    running.set(turnId, writer)
    held.say('is older.')
    held.finish()
    expect(textOf((await reading).events)).toBe('Tea is older.')
  } finally {
    await query(`delete from node where id = 'other'`, [])
    await nodes.checkIn()
  }
})
