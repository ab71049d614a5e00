import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { connect, migrate } from './index.ts'
import { migrationsDir } from './migrate.ts'

const log = createLog({ level: 'silent' })
let clone: TestDatabase
let directory: string

beforeEach(async () => {
  clone = await createTestDatabase(inject('databaseHost'), { template: 'template0' })
  directory = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await write('0001_first', 'create table first (id int); insert into first values (1);')
  await write('0002_second', 'create table second (id int);')
})
afterEach(async () => {
  await clone.drop()
  await rm(directory, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(path.join(directory, `${name}.sql`), sql)
const run = () => migrate(clone.database.pool, { log, directory })

test('B19 migrations are applied once, in order', async () => {
  expect(await run()).toEqual(['0001_first', '0002_second'])
  expect(await run()).toEqual([])
  await write('0003_third', 'alter table first add name text')
  expect(await run()).toEqual(['0003_third'])
  expect((await clone.database.pool.query('select * from first')).rows).toEqual([{ id: 1, name: null }])
})

test('B19 two nodes that migrate concurrently apply everything once', async () => {
  const other = connect(clone.address, { log })
  await write('0002_second', 'create table second (id int); select pg_sleep(0.1);')
  const applied = await Promise.all([run(), migrate(other.pool, { log, directory }), run()])
  await other.close()
  expect(applied.flat().sort()).toEqual(['0001_first', '0002_second'])
})

test('B19 a failed migration is rolled back, and the next run resumes with it', async () => {
  await write('0002_second', 'create table second (id int); select 1 / 0;')
  await expect(run()).rejects.toThrow('The migration 0002_second failed: division by zero')
  const { rows } = await clone.database.pool.query(
    `select to_regclass('first') is not null as first, to_regclass('second') is null as none`,
  )
  expect(rows).toEqual([{ first: true, none: true }])
  await write('0002_second', 'create table second (id int);')
  expect(await run()).toEqual(['0002_second'])
})

test('B19 a migration whose connection is cut is rolled back', async () => {
  await write('0002_second', 'create table second (id int); select pg_terminate_backend(pg_backend_pid());')
  await expect(run()).rejects.toThrow('0002_second')
  await write('0002_second', 'create table second (id int);')
  expect(await run()).toEqual(['0002_second'])
})

test('a changed migration is refused, and so is one with a number below the applied ones', async () => {
  await run()
  await write('0001_first', 'create table first (id bigint);')
  await expect(run()).rejects.toThrow('0001_first was changed')
  await write('0001_first', 'create table first (id int); insert into first values (1);')
  await rm(path.join(directory, '0002_second.sql'))
  await write('0000_before', 'select 1')
  await expect(run()).rejects.toThrow('0000_before comes before 0001_first')
})

test('a database migrated by a newer version is left alone', async () => {
  await run()
  await rm(path.join(directory, '0002_second.sql'))
  expect(await run()).toEqual([])
})

test('two migrations with the same number are refused', async () => {
  await write('0002_also', 'select 1')
  await expect(run()).rejects.toThrow('same number')
})

test('open turns and unseen chats of before 0500 are found after it', async () => {
  await rm(directory, { recursive: true })
  directory = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  const copy = async (isWanted: (name: string) => boolean) => {
    for (const name of await readdir(migrationsDir))
      if (isWanted(name)) await copyFile(path.join(migrationsDir, name), path.join(directory, name))
  }
  await copy((name) => name < '0500')
  await run()
  const { pool } = clone.database
  // Of other tables nothing is needed: without their keys, these rows need no others.
  await pool.query(`
    set session_replication_role = replica;
    insert into chat (account_id, id, owner_id, room_id, title, answered_at, seen_at)
    select 'account_1', 'chat_' || seen, 'user_1', 'room_1', 'Tea', now(), now() + seen * interval '1 minute'
    from unnest(array[-1, 1]) as seen;
    insert into turn (account_id, id, chat_id, position, question_message_id, asked_by, requested_model_id, style, request_hash,
      state, ended_at)
    select 'account_1', 'turn_' || state, 'chat_1', position, 'message_' || position, 'user_1', 'any-model', 'quick', 'h', state,
      case when state = 'open' then null else now() end
    from unnest(array['open', 'answered']) with ordinality as listed (state, position);
    reset session_replication_role`)
  await copy((name) => name >= '0500')
  await run()
  const idsIn = async (table: string, column: string) =>
    (await pool.query<{ id: string }>(`select ${column} as id from ${table}`)).rows.map(({ id }) => id)
  expect([await idsIn('pending_turn', 'turn_id'), await idsIn('unseen_chat', 'chat_id')]).toEqual([
    ['turn_open'],
    ['chat_-1'],
  ])
})
