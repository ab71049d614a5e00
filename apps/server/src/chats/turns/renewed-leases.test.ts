import { holdAnswer } from '@atrium/sandbox'
import { readEvents, startWorld, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { renewLeases } from './turn-lease.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

test('OPS-05 renewing a lease writes to no index of its turn', async () => {
  const kim = await world.signUp()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await kim.ask('Tell me slowly.')
  await answer.asked
  const lease = world.app.ports.running.get(turnId)?.lease
  expect(lease).toBeDefined()
  const client = await world.app.ports.database.pool.connect()
  try {
    // The figures of one transaction, which no other has changed.
    await client.query('begin')
    const updates = async () =>
      (
        await client.query<{ all: number; hot: number }>(
          `select pg_stat_get_xact_tuples_updated('turn'::regclass)::int as all,
             pg_stat_get_xact_tuples_hot_updated('turn'::regclass)::int as hot`,
        )
      ).rows[0]
    for (let count = 0; count < 3; count += 1)
      await client.query(
        `update turn set lease_expires_at = lease_expires_at + interval '1 second' where id = $1`,
        [turnId],
      )
    expect(await updates()).toEqual({ all: 3, hot: 3 })
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await renewLeases(world.database, lease ? [lease] : [])).toHaveLength(1)
  answer.say('One.')
  answer.finish()
  await readEvents(response)
})

test('B13 open turns are found among many ended ones without reading all of them', async () => {
  const client = await world.database.pool.connect()
  try {
    // For a small table the whole of it costs less.
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`
      explain select account_id, id from turn where state = 'open' and lease_expires_at < now()
      order by lease_expires_at limit 50 for update skip locked`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('turn_asked_by_open')
    await client.query('rollback')
  } finally {
    client.release()
  }
})
