import { contract } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  checkInvariants,
  endOf,
  readEvents,
  send,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

const withinTime = { timeout: 30_000 }
let world: World
let kim: TestPerson
beforeAll(async () => {
  // Its log entries are expected.
  world = await startWorld({ databaseHost: inject('databaseHost'), logTo: { write: () => undefined } })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const sql = (text: string) => world.database.pool.query(text)
const disconnectAll = () =>
  sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

const refusing = ['turn', 'turn_log', 'chat', 'node']

/** Both begin and end as they do in a real server: with SQLSTATEs that the server itself sends. */
const troubles = [
  {
    what: 'read-only (25006)',
    reason: 'database-read-only',
    async begin() {
      await sql(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      )
      await disconnectAll()
    },
    async end() {
      await sql(`begin read write;
        do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$;
        commit`)
      await disconnectAll()
    },
  },
  ...[
    { what: 'out of disk (53100)', code: '53100', reason: 'database-disk-full' },
    { what: 'out of connections (53300)', code: '53300', reason: 'database-too-many-connections' },
    { what: 'shutting down (57P01)', code: '57P01', reason: 'database-stopping' },
    { what: 'out of memory (53200)', code: '53200', reason: 'database-busy' },
  ].map(({ what, code, reason }) => ({
    what,
    reason,
    async begin() {
      await sql(`create or replace function refuse_writing() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${code}'; end $$`)
      // One table a transaction: locks of several would wait in a circle with those of the answer that is being written.
      for (const table of refusing)
        await sql(`create or replace trigger refuse_writing before insert or update on ${table}
          for each row execute function refuse_writing()`)
    },
    async end() {
      for (const table of refusing) await sql(`drop trigger if exists refuse_writing on ${table}`)
    },
  })),
]

test.each(troubles)(
  'B13 while the database is $what, answers buffer their text, questions and /readyz return 503, and service resumes automatically',
  async ({ begin, end, reason }) => {
    const answer = holdAnswer()
    world.model.script('test-model', answer.respond, { times: 1 })
    const { response, turnId } = await kim.ask('Tell me slowly.')
    await answer.asked
    answer.say('One ')
    await begin()
    answer.say('two ')

    // Connections that were cut meanwhile say so first.
    await expect
      .poll(async () => {
        const readiness = await fetch(`${world.url}/readyz`)
        return [readiness.status, await readiness.json()]
      }, withinTime)
      .toMatchObject([
        503,
        { code: 'UNAVAILABLE', message: 'Service temporarily unavailable.', details: { reason } },
      ])
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
    expect((await kim.ask('And now?')).response.status).toBe(503)
    answer.say('three.')
    answer.finish()
    await end()

    // Readers lose the connection for notifications; they reconnect and find everything.
    await response.body?.cancel()
    await expect
      .poll(async () => {
        const again = await send(contract.readAnswer, kim.api, { params: { turnId }, query: { after: 0 } })
        const { events } = await readEvents(again)
        return [textOf(events), endOf(events)?.state]
      }, withinTime)
      .toEqual(['One two three.', 'answered'])
    await expect.poll(async () => (await fetch(`${world.url}/readyz`)).status, withinTime).toBe(200)
    world.model.script('test-model', [{ text: 'Again.' }, { finish: 'stop' }])
    await expect
      .poll(async () => textOf((await readEvents((await kim.ask('Again?')).response)).events), withinTime)
      .toBe('Again.')
    expect((await send(contract.listHistory, kim.api, { query: {} })).status).toBe(200)
  },
)
