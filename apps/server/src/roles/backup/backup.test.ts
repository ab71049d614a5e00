import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mintId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { startPostgres } from '../../platform/postgres/index.ts'
import { checkSecret } from '../../platform/config/installation.ts'
import { Secret } from '../../platform/config/secret.ts'
import { RestoreError, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const log = createLog({ level: 'silent' })
const strangeText = 'Tab\tnew\nline \\N back\\slash “quotes” 中文 🙂 \u0001'
let clone: TestDatabase
let folder: string
const inFolder = (...names: string[]) => path.join(folder, ...names)

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'))
  chmodSync(folder, 0o755)
  clone = await createTestDatabase(inject('databaseHost'))
  mkdirSync(inFolder('data/files/logo'), { recursive: true })
  writeFileSync(inFolder('data/files/logo/a.png'), Buffer.from([0, 255, 10, 13]))
  writeFileSync(inFolder('data/secret'), 'the secret')
  await clone.database.pool.query(
    `insert into identity_user (id, name, email) values ('user_1', $1, 'a@example.com'), ('user_2', 'B', 'b@example.com')`,
    [strangeText],
  )
  await clone.database.pool.query(
    `insert into idempotent_reply (user_id, key, request_hash, reply) values ('user_1', '12345678', 'h', 'null'), ('user_2', '12345678', 'h', null)`,
  )
  await clone.database.pool.query(
    `insert into mail_outbox (recipient, kind, subject, text_body, html_body) values ('a@example.com', 'k', 's', 't', 'h')`,
  )
})
afterEach(async () => {
  await clone.drop()
  rmSync(folder, { recursive: true })
})

const file = () => inFolder('backup.tar.gz')
const passphrase = new Secret('three plain words')
const write = (more: { passphrase?: Secret } = { passphrase }) =>
  writeBackup({ address: clone.address, dataDir: inFolder('data'), file: file(), log, ...more })
const restore = (more: { passphrase?: Secret; hasSecret?: boolean } = { passphrase }) =>
  restoreBackup({ file: file(), dataDir: inFolder('restored'), log, ...more })

test('OPS-03 a backup is recorded in the database, for the health page', async () => {
  const secret = new Secret('a'.repeat(64))
  await checkSecret(clone.database, secret)
  await write()
  const noted = await clone.database.pool.query('select * from installation')
  expect(noted.rows[0]).toMatchObject({
    last_backup_at: expect.any(Date),
    last_backup_bytes: statSync(file()).size,
    last_backup_encrypted: true,
  })
})

test('OPS-03 a restore returns everything unchanged, and the database works afterwards', async () => {
  await write()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  await restore()
  expect(readFileSync(inFolder('restored/files/logo/a.png'))).toEqual(Buffer.from([0, 255, 10, 13]))
  expect(readFileSync(inFolder('restored/secret'), 'utf8')).toBe('the secret')

  const postgres = await startPostgres({ dataDir: inFolder('restored'), log })
  const database = connect(postgres.address, { log })
  const all = `select (select jsonb_agg(u order by id) from identity_user u) as users,
    (select array_agg(reply is null order by user_id) from idempotent_reply) as replies, (select max(id) from mail_outbox) as mail`
  expect((await database.pool.query(all)).rows).toEqual((await clone.database.pool.query(all)).rows)
  expect((await database.pool.query(`select name from identity_user where id = 'user_1'`)).rows).toEqual([
    { name: strangeText },
  ])
  const next = `insert into mail_outbox (recipient, kind, subject, text_body, html_body) values ('b', 'k', 's', 't', 'h') returning id`
  expect((await database.pool.query(next)).rows).toEqual([{ id: 2 }])
  await database.close()
  await postgres.stop()
})

test('OPS-03 JOB-03 a restore returns jobs with their steps, and schedules with their runs, as they were', async () => {
  const values = [
    ...[mintId('account'), mintId('room'), mintId('chat'), mintId('turn')],
    ...[mintId('message'), mintId('invocation'), mintId('schedule')],
  ]
  const client = await clone.database.pool.connect()
  const insert = (text: string) =>
    client.query(text.replaceAll(/\$(\d)/g, (_, number: string) => `'${values[Number(number) - 1]}'`))
  // Only these rows matter here, not what they refer to.
  await client.query('set session_replication_role = replica')
  await insert(
    `insert into agent_job (account_id, room_id, chat_id, turn_id, id, user_id, kind, state, confirmed_plan, budget_milli, pause)
     values ($1, $2, $3, $4, $6, 'user_1', 'research', 'paused', '["Why?"]', 5000, '{"reason":"budget","moreCredits":3}')`,
  )
  await insert(
    `insert into agent_job_step (account_id, job_id, position, key, kind, title, input_hash, output, duration_ms)
     values ($1, $6, 0, 'plan', 'plan', 'Plan', 'h', '{"questions":["Why?"]}', 12)`,
  )
  await insert(
    `insert into schedule (account_id, id, room_id, user_id, title, question, rule, next_run_at)
     values ($1, $7, $2, 'user_1', 'Tea', '{"text":"Tea?"}', '{"interval":"daily"}', '2026-11-26T08:00:00Z')`,
  )
  await insert(
    `insert into schedule_run (account_id, schedule_id, due_at, chat_id, turn_id, message_id)
     values ($1, $7, '2026-11-25T08:00:00Z', $3, $4, $5)`,
  )
  client.release(true)
  const all = `select (select jsonb_agg(j) from agent_job j) as jobs, (select jsonb_agg(s) from agent_job_step s) as steps,
    (select jsonb_agg(s) from schedule s) as schedules, (select jsonb_agg(r) from schedule_run r) as runs`
  const before = (await clone.database.pool.query(all)).rows
  expect(JSON.stringify(before)).toContain('-infinity')
  await write()
  await restore()
  const postgres = await startPostgres({ dataDir: inFolder('restored'), log })
  const database = connect(postgres.address, { log })
  expect((await database.pool.query(all)).rows).toEqual(before)
  await database.close()
  await postgres.stop()
})

test('OPS-03 a folder that is not empty is refused and left unchanged', async () => {
  await write()
  mkdirSync(inFolder('restored'))
  writeFileSync(inFolder('restored/mine'), 'x')
  await expect(restore()).rejects.toThrow('is not empty')
  expect(readdirSync(inFolder('restored')).sort()).toEqual(['atrium.lock', 'mine'])
})

test('OPS-03 a damaged backup is refused, and no part of it stays', async () => {
  await write()
  const whole = readFileSync(file())
  writeFileSync(file(), whole.subarray(0, whole.length - 100))
  await expect(restore()).rejects.toThrow(RestoreError)
  writeFileSync(file(), 'not an archive')
  await expect(restore()).rejects.toThrow(RestoreError)
  expect(readdirSync(inFolder('restored'))).toEqual(['atrium.lock'])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data', 'restored'])
})

test('OPS-03 a backup of a newer version is refused', async () => {
  await clone.database.pool.query(`insert into schema_migration (name, checksum) values ('9999_later', 'x')`)
  await write()
  await expect(restore()).rejects.toThrow('9999_later')
})

test('OPS-03 a backup is a snapshot despite concurrent writes, and its file appears only when complete', async () => {
  const manifest = await write()
  expect(manifest.tables.find(({ name }) => name === 'identity_user')?.rows).toBe(2)
  expect(readdirSync(inFolder('data')).sort()).toEqual(['files', 'secret'])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data'])
})

test('OPS-03 an encrypted backup reveals no content and opens only unchanged and with its passphrase', async () => {
  await write()
  const whole = readFileSync(file())
  expect(whole.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
  expect(whole.includes('the secret')).toBe(false)
  await expect(restore({})).rejects.toThrow('Set ATRIUM_BACKUP_PASSPHRASE')
  await expect(restore({ passphrase: new Secret('three other words') })).rejects.toThrow(
    'cannot be decrypted',
  )
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500)
  writeFileSync(file(), changed)
  await expect(restore()).rejects.toThrow('cannot be decrypted')
  expect(readdirSync(inFolder('restored'))).toEqual(['atrium.lock'])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data', 'restored'])
})

test("OPS-03 a backup without a passphrase excludes the server's secret, and restoring it requires the secret", async () => {
  const manifest = await write({})
  expect(manifest.entries.map((entry) => entry.path)).not.toContain('secret')
  await expect(restore({})).rejects.toThrow("does not hold the server's secret")
  expect(readdirSync(inFolder('restored'))).toEqual(['atrium.lock'])

  writeFileSync(inFolder('restored/secret'), 'the secret')
  await restore({})
  expect(readFileSync(inFolder('restored/secret'), 'utf8')).toBe('the secret')
  expect(readFileSync(inFolder('restored/files/logo/a.png'))).toEqual(Buffer.from([0, 255, 10, 13]))
})

test('OPS-03 a backup without a secret is restored if the configuration has it', async () => {
  await write({})
  await restore({ hasSecret: true })
  expect(readdirSync(inFolder('restored'))).toContain('postgres')
  expect(readdirSync(inFolder('restored'))).not.toContain('secret')
})
