import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, startWorld, type World } from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { renewLeases } from './turn-lease.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

test('renewing a lease writes to no index of its turn', async () => {
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

test('asking and answering updates turns and chats without writing to their indexes', async () => {
  const kim = await world.signUp()
  world.model.script('test-model', [{ text: 'A short answer.' }, { finish: 'stop' }])
  // Statistics of another test's answers would count as these.
  await flushStatistics()
  const before = await readUpdates()
  const asked = Array.from({ length: 40 }, (_, index) => index)
  const limited = limitConcurrency(10)
  await Promise.all(
    asked.map((index) =>
      limited(async () => await readEvents((await kim.ask(`Question ${index}?`)).response)),
    ),
  )
  await expect
    .poll(async () => {
      await flushStatistics()
      const after = await readUpdates()
      return Math.min(after.turn.all - before.turn.all, after.chat.all - before.chat.all)
    })
    .toBeGreaterThanOrEqual(asked.length)
  const after = await readUpdates()
  for (const [table, minShare] of [
    ['turn', 0.95],
    // Under load a page may be full before its old rows can go.
    ['chat', 0.9],
  ] as const) {
    const share = (after[table].hot - before[table].hot) / (after[table].all - before[table].all)
    expect(share, table).toBeGreaterThanOrEqual(minShare)
  }
})

/** Has every connection of the product report what it counted, which it does at most once a second otherwise. */
async function flushStatistics(): Promise<void> {
  const { pool } = world.app.ports.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await Promise.all(
    clients.map(async (client) => {
      await client.query('select pg_stat_force_next_flush()')
      client.release()
    }),
  )
}

type Updates = { all: number; hot: number }

async function readUpdates(): Promise<{ turn: Updates; chat: Updates }> {
  const { rows } = await world.database.pool.query<Updates & { name: 'turn' | 'chat' }>(
    `select relname as name, n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables
     where schemaname = 'public' and relname in ('turn', 'chat')`,
  )
  const none = { all: 0, hot: 0 }
  const of = (table: string) => rows.find(({ name }) => name === table) ?? none
  return { turn: of('turn'), chat: of('chat') }
}

test('open turns are found among many ended ones without reading all of them', async () => {
  const client = await world.database.pool.connect()
  try {
    // For a small table the whole of it costs less.
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`
      explain select turn.id from pending_turn
      join turn on turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id and turn.state = 'open'
      where turn.lease_expires_at < now() order by turn.lease_expires_at limit 50 for update of turn skip locked`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan using turn_(pkey|id) on turn/)
    expect(plan).toContain('pending_turn_pkey')
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('turns that are open or not indexed yet, and unseen chats, are those that their tables name, whatever changes them', async () => {
  const kim = await world.signUp()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, chatId, turnId } = await kim.ask('Wait.')
  await answer.asked
  expect(await named(chatId, turnId)).toEqual({ pending: 1, unseen: 0 })
  answer.finish()
  await readEvents(response)
  await indexAnswers(world.database)
  expect(await named(chatId, turnId)).toEqual({ pending: 0, unseen: 1 })
  await call('markChatSeen', kim.api, { params: { chatId } })
  expect(await named(chatId, turnId)).toEqual({ pending: 0, unseen: 0 })
  await world.database.pool.query(
    `update turn set state = 'open', ended_at = null where id = '${turnId}';
     update chat set answered_at = now() + interval '1 minute' where id = '${chatId}'`,
  )
  expect(await named(chatId, turnId)).toEqual({ pending: 1, unseen: 1 })
  await world.database.pool.query('delete from chat where id = $1', [chatId])
  expect(await named(chatId, turnId)).toEqual({ pending: 0, unseen: 0 })
})

const named = async (chatId: string, turnId: string) =>
  (
    await world.database.pool.query<{ pending: number; unseen: number }>(
      `select (select count(*)::int from pending_turn where turn_id = $2) as pending,
         (select count(*)::int from unseen_chat where chat_id = $1) as unseen`,
      [chatId, turnId],
    )
  ).rows[0]
