import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HealthReport } from '@atrium/contract'
import { call, readEvents, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { watchDiskSpace } from '../../platform/data-folder/disk-space.ts'
import { createLog } from '../../platform/log.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createDiskStorage, type Storage } from '../../platform/storage/index.ts'
import { checkDisks } from './check-disks.ts'

let world: World
let admin: TestPerson
let kim: TestPerson
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-health-'))
let checkStorage: Storage['check'] | null = null
beforeAll(async () => {
  const disk = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(64)),
    uploadUrl: '/upload',
    clock: systemClock,
  })
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: () => undefined },
    storage: { ...disk, check: () => (checkStorage ?? disk.check)() },
  })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await world.signUp({ name: 'Kim Keeper' })
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (text: string) => world.database.pool.query(text)
const report = async (): Promise<HealthReport> => (await call('getHealthReport', admin.api)).data
const parts = async () => (await report()).parts
const states = ({ parts: all }: HealthReport) =>
  Object.fromEntries(Object.entries(all).map(([name, { state }]) => [name, state]))

test('OPS-03 LIFE-07 a system administrator reads the health of every part of the installation', async () => {
  await run(
    `insert into installation (secret_mark, last_backup_at, last_backup_bytes) values ('m', now(), 5)`,
  )
  const found = await report()
  expect(found.version).toEqual({ atrium: expect.stringMatching(/^\d/), node: process.versions.node })
  expect(found.parts.database).toMatchObject({
    state: 'fine',
    facts: { isReadOnly: false, connectionsUsed: expect.any(Number), version: expect.stringMatching(/^\d+/) },
  })
  expect(found.parts.database.facts?.connectionsMax).toBeGreaterThan(
    found.parts.database.facts?.connectionsUsed ?? Infinity,
  )
  expect(found.parts.database.facts?.sizeBytes).toBeGreaterThan(1_000_000)
  expect(found.parts.queues.facts?.map(({ name }) => name)).toContain('name-chat')
  expect(found.parts.processes.facts).toMatchObject([
    { roles: ['web', 'worker', 'collaboration'], isThis: true, isSilent: false },
  ])
  expect(found.parts.storage).toEqual({ state: 'fine', issues: [], facts: { kind: 'disk', bucket: null } })
  expect(found.parts.backups).toMatchObject({ issues: [], facts: { sizeBytes: 5 } })
  expect(found.parts.mail).toMatchObject({
    state: 'warning',
    issues: ['MAIL_SANDBOX'],
    facts: { source: 'sandbox', lastSentAt: expect.any(String), lastFailure: null },
  })
  expect(found.parts.providers).toMatchObject({ state: 'warning', issues: ['ONLY_SANDBOX'] })
  expect(found.parts.providers.facts).toHaveLength(3)
  expect(found.parts.providers.facts?.[0]).toMatchObject({
    name: 'Test provider',
    state: 'up',
    checkedAt: expect.any(String),
    nextCheckAt: expect.any(String),
  })
  expect(found.state).toBe('warning')
})

test('OPS-03 one unresponsive part costs no more than its timeout and hides no other', async () => {
  checkStorage = () => new Promise(() => undefined)
  const hanging = await report()
  expect(hanging.parts.storage).toEqual({ state: 'trouble', issues: ['CHECK_TIMED_OUT'], facts: null })
  expect(hanging.parts.database.facts).not.toBeNull()
  expect(hanging.parts.processes.facts).not.toBeNull()
  expect(hanging.state).toBe('trouble')
  checkStorage = () => Promise.reject(new Error('EROFS'))
  expect((await parts()).storage).toMatchObject({ state: 'trouble', issues: ['STORAGE_UNAVAILABLE'] })
  checkStorage = null

  await run('alter table indexed_file rename to indexed_file_away')
  const broken = await report()
  await run('alter table indexed_file_away rename to indexed_file')
  expect(broken.parts.search).toEqual({ state: 'trouble', issues: ['CHECK_FAILED'], facts: null })
  expect(states(broken)).toMatchObject({ database: 'fine', storage: 'fine', queues: 'fine' })
})

test('OPS-03 a read-only database is reported as failing, and its figures are still shown', async () => {
  const name = (await run('select current_database() as name')).rows[0].name as string
  await run(`alter database "${name}" set default_transaction_read_only = on`)
  const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await run(disconnect)
  // The pool first notices that its connections are gone.
  const readOnly = await vi.waitFor(async () => (await parts()).database, { timeout: 20_000 })
  await run(`begin read write; alter database "${name}" reset default_transaction_read_only; commit`)
  await run(disconnect)
  await vi.waitFor(async () => expect((await parts()).database.state).toBe('fine'), { timeout: 20_000 })
  expect(readOnly).toMatchObject({
    state: 'trouble',
    issues: ['DATABASE_READ_ONLY'],
    facts: { isReadOnly: true, sizeBytes: expect.any(Number) },
  })

  await run(`create function refuse_node() returns trigger language plpgsql as
    $$ begin raise exception 'full' using errcode = '53100'; end $$`)
  await run(
    `create trigger refuse_node before insert or update on node for each row execute function refuse_node()`,
  )
  const full = (await parts()).database
  await run('drop trigger refuse_node on node')
  expect(full.issues).toEqual(['DATABASE_DISK_FULL'])
})

test('OPS-03 a rate-limited provider is shown as limited, with the time and reason of its last failure', async () => {
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  world.model.setFaults([{ fault: '429=11', model: 'test-model' }])
  const { response } = await kim.ask('Hello?')
  await readEvents(response)
  const { providers, answers } = await parts()
  expect(providers.issues).toContain('PROVIDER_RATE_LIMITED')
  expect(providers.facts?.find(({ name }) => name === 'Test provider')).toMatchObject({
    state: 'rate-limited',
    lastFailure: { kind: 'RATE_LIMITED', at: expect.any(String) },
  })
  expect(answers.facts?.lastHour.failed).toBe(1)
})

test('OPS-03 answers are counted by final state; if most fail, that is a problem', async () => {
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  const ask = async () => readEvents((await kim.ask('Which tea?')).response)
  /** A reader may be cut off before the end of an answer, as when connections to the database are lost. */
  const whenEnded = () =>
    vi.waitFor(async () => {
      const { answers } = await parts()
      expect(answers.facts?.running).toBe(0)
      return answers
    })
  for (let count = 0; count < 4; count++) await ask()
  expect(await whenEnded()).toMatchObject({
    state: 'warning',
    issues: ['ANSWERS_FAILING'],
    facts: { running: 0, lastHour: { answered: 4, failed: 1 }, lastDay: { answered: 4, failed: 1 } },
  })
  world.model.setFaults([{ fault: '400', model: 'test-model' }])
  for (let count = 0; count < 4; count++) await ask()
  expect(await whenEnded()).toMatchObject({ state: 'trouble', issues: ['ANSWERS_MOSTLY_FAILING'] })
  await run(`update turn set ended_at = now() - interval '2 days'`)
  expect((await parts()).answers).toMatchObject({
    state: 'fine',
    facts: { lastDay: { answered: 0, failed: 0 } },
  })
})

test('OPS-03 failed jobs and refused mail are reported, without secrets', async () => {
  await run(`insert into pgboss.job (name, state, completed_on) values ('name-chat', 'failed', now())`)
  await run(`insert into mail_outbox (recipient, kind, subject, text_body, html_body, attempts, next_attempt_at, last_error, failed_at, problem, created_at)
    values ('pat@example.com', 'k', 's', 't', 'h', 3, now() + interval '1 hour', 'login for pat:s3cret refused', now(), 'SIGN_IN_REFUSED', now() - interval '1 hour')`)
  const { data } = await call('getHealthReport', admin.api)
  expect(data.parts.queues.issues).toContain('JOBS_FAILED')
  expect(data.parts.queues.facts?.find(({ name }) => name === 'name-chat')?.failed).toBe(1)
  expect(data.parts.mail).toMatchObject({
    state: 'trouble',
    issues: ['MAIL_FAILING', 'MAIL_SANDBOX'],
    facts: { waiting: 1, lastFailure: { kind: 'SIGN_IN_REFUSED' } },
  })
  const text = JSON.stringify(data)
  for (const hidden of [
    'pat@example.com',
    's3cret',
    'test-key-of-the-model-provider',
    world.model.url,
    world.url,
  ])
    expect(text).not.toContain(hidden)
})

test('OPS-03 an unresponsive process, a different version and a missing worker are reported', async () => {
  await run(`insert into node (id, public_url, host, roles, version, seen_at) values
    ('x:1', '', 'left', '{worker}', '0.1.0', clock_timestamp() - interval '2 minutes'),
    ('x:2', '', 'older', '{web}', '0.0.9', clock_timestamp())`)
  expect((await parts()).processes.issues).toEqual(['PROCESS_SILENT', 'VERSIONS_DIFFER'])
  await run(`update node set roles = '{web}' where host <> 'left'`)
  expect((await parts()).processes).toMatchObject({
    state: 'trouble',
    issues: expect.arrayContaining(['NO_WORKER']),
  })
  await run(`delete from node where id like 'x:%'`)
})

test('OPS-03 an old backup and a missing one are warnings', async () => {
  await run(`update installation set last_backup_at = now() - interval '8 days'`)
  expect((await parts()).backups.issues).toEqual(['BACKUP_OLD'])
  await run(`update installation set last_backup_at = null`)
  expect((await parts()).backups.issues).toEqual(['BACKUP_NEVER'])
})

test('OPS-03 folders on one disk share an entry, with the least free space', async () => {
  const disk = watchDiskSpace({
    folders: [
      { holds: 'data', folder },
      { holds: 'files', folder },
    ],
    log: createLog({ level: 'silent' }),
    readSpace: async () => ({ freeBytes: 900_000_000, totalBytes: 100_000_000_000 }),
  })
  const found = await checkDisks({ disk })
  disk.stop()
  expect(found.issues).toEqual(['DISK_CRITICAL'])
  expect(found.facts).toMatchObject([{ holds: ['data', 'files'], level: 'critical' }])
})

test('OPS-03 the database answers every check while many people load the page', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, report))
  expect(many.map(({ parts: { database } }) => database.state)).toEqual(Array(8).fill('fine'))
})
