import { holdAnswer } from '@atrium/sandbox'
import { endOf, readEvents, startWorld, textOf, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freeDeadLeases, renewLeases } from '../../chats/index.ts'
import { createTakeoverRound } from './takeover-round.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

/** An idle node beside the world's, with rounds and a clock that the test controls. */
function idleNode() {
  let nowMs = 0
  const round = createTakeoverRound({ database: world.database, nodeId: 'idle' }, () => nowMs)
  return {
    /** The turns that it takes over in a round `afterMs` after the last one. */
    round(afterMs: number) {
      nowMs += afterMs
      return round()
    },
    /** The clock continues during a round. */
    pass: (ms: number) => void (nowMs += ms),
    async becomeSteady() {
      for (let rounds = 0; rounds < 4; rounds++) expect(await this.round(2_000)).toEqual([])
    },
  }
}

async function openAnswer() {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const { response, turnId } = await kim.ask('Tell me slowly.')
  await answer.asked
  answer.say('One ')
  const running = world.app.ports.running.get(turnId)
  if (running === undefined) throw new Error('The answer runs here.')
  return { answer, response, turnId, lease: running.lease }
}

/** Every lease expires, and the writer can't renew its own, while the database hangs. */
async function standStill() {
  const client = await world.database.pool.connect()
  await client.query(`begin; lock table turn in access exclusive mode;
    update turn set lease_expires_at = now() - interval '1 second' where state = 'open'`)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

const waitingMs = async () => {
  const { rows } = await world.database.pool.query(`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float as ms from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%skip locked%lease_owner =%'`)
  return (rows as { ms: number }[])[0]?.ms ?? 0
}

test('B13 after the database hung, an idle node leaves turns to their living writer', async () => {
  const idle = idleNode()
  await idle.becomeSteady()
  const { answer, response, lease } = await openAnswer()

  // The idle node's own statement is under way while the database hangs.
  const goOn = await standStill()
  const stalled = idle.round(2_000)
  await expect.poll(waitingMs, { timeout: 20_000 }).toBeGreaterThan(1_100)
  idle.pass(9_000)
  await goOn()
  expect(await stalled).toEqual([])
  expect(await idle.round(2_000)).toEqual([])

  expect(await renewLeases(world.database, [lease])).toHaveLength(1)
  await idle.round(2_000)
  await idle.round(2_000)
  expect(await idle.round(2_000)).toEqual([])
  answer.say('two.')
  answer.finish()
  const { events } = await readEvents(response)
  expect([textOf(events), endOf(events)?.state]).toEqual(['One two.', 'answered'])
})

test('B13 a database that hung between two rounds is noticed as well', async () => {
  const idle = idleNode()
  await idle.becomeSteady()
  const { answer, response, turnId } = await openAnswer()
  await sql`update turn set lease_expires_at = now() - interval '1 second', lease_owner = 'frozen' where id = ${turnId}`.execute(
    world.database.kysely,
  )
  expect(await idle.round(9_000)).toEqual([])
  answer.finish()
  await readEvents(response)
})

test('B03 leases of earlier processes of a data folder are free at once, those of others are not', async () => {
  const { answer, response, turnId, lease } = await openAnswer()
  const own = (nodeId: string) =>
    sql`update turn set lease_owner = ${nodeId} where id = ${turnId}`.execute(world.database.kysely)
  const folder = { nodeId: 'folder:new', folderId: 'folder', isOnlyNode: false }
  const idle = idleNode()

  await own('another-folder:node')
  expect(await freeDeadLeases(world.database, folder)).toBe(0)
  await own('folder:old')
  expect(await freeDeadLeases(world.database, folder)).toBe(1)
  // These don't wait, not even at start.
  await idle.round(0)
  // The world's own node looks for free leases too, and may be first.
  const taken = await world.database.pool.query('select lease_owner, lease_number from turn where id = $1', [
    turnId,
  ])
  expect(['idle', world.app.ports.nodeId]).toContain(taken.rows[0]?.lease_owner)
  expect(taken.rows[0]?.lease_number).toBeGreaterThan(lease.leaseNumber)
  answer.finish()
  await readEvents(response)
})
