import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { call, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { connect } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { startPostgres } from '../../platform/postgres/index.ts'
import { checkSlowQueries } from './check-slow-queries.ts'

let world: World
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
})
afterAll(() => world.close())

const slowQueries = async () => (await call('getHealthReport', admin.api)).data.parts.slowQueries

test('LIFE-07 a statement that runs for more than a second is listed without its values; the extension may not be loaded', async () => {
  // Installed, but not loaded into this server.
  await world.database.pool.query('create extension pg_stat_statements')
  const client = await world.database.pool.connect()
  const slept = client.query(`select pg_sleep(600), 'a secret'`).catch((error: Error) => error.message)
  const facts = await vi.waitFor(
    async () => {
      const found = await slowQueries()
      expect(found.facts?.running.map(({ statement }) => statement)).toEqual(['select pg_sleep(?), ?'])
      return found.facts
    },
    { timeout: 15_000, interval: 200 },
  )
  expect(facts?.running[0]?.seconds).toBeGreaterThan(1)
  expect(facts).toMatchObject({ seesAll: true, slowest: null })
  await world.database.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where query like 'select pg_sleep(600)%'`,
  )
  expect(await slept).toContain('canceling')
  client.release(true)
  expect((await slowQueries()).facts?.running).toEqual([])
})

const migration = new URL('../../../migrations/0390_slow_statements.sql', import.meta.url)

test('LIFE-07 with pg_stat_statements the slowest statements are listed, in whichever schema; a plain role reads only its own', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-slow-'))
  const log = createLog({ level: 'silent' })
  const server = await startPostgres({
    dataDir,
    log,
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  })
  const database = connect(server.address, { log })
  const plain = connect({ ...server.address, user: 'plain' }, { log })
  try {
    await database.pool.query(readFileSync(migration, 'utf8'))
    expect((await checkSlowQueries({ database })).facts?.slowest).toBeNull()
    await database.pool.query('create schema "Statistics"')
    await database.pool.query('create extension pg_stat_statements schema "Statistics"')
    await database.pool.query('create role plain login')
    // Without the right to the schema, the page says the same as without the extension.
    expect((await checkSlowQueries({ database: plain })).facts?.slowest).toBeNull()
    await database.pool.query('grant usage on schema "Statistics" to plain')
    await database.pool.query(`select pg_sleep(0.2), 'a secret'`)
    await database.pool.query('select 1')
    const { facts } = await checkSlowQueries({ database })
    // On a slow machine, the statements that prepare this test are slow as well.
    const slept = facts?.slowest?.find(({ statement }) => statement === 'select pg_sleep($1), $2')
    expect(slept?.calls).toBe(1)
    expect(slept?.meanMs).toBeGreaterThanOrEqual(200)
    expect(facts?.slowest?.map(({ statement }) => statement)).not.toContain('select $1')
    expect((await checkSlowQueries({ database: plain })).facts).toMatchObject({ seesAll: false, slowest: [] })
  } finally {
    await Promise.all([database.close(), plain.close()])
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
