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
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { startPostgres } from '../../platform/postgres/index.ts'
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
const write = () => writeBackup({ address: clone.address, dataDir: inFolder('data'), file: file(), log })
const restore = (dataDir = inFolder('restored')) => restoreBackup({ file: file(), dataDir, log })

test('OPS-03 what was backed up is there after it was restored, to the byte, and the database goes on from there', async () => {
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

test('OPS-03 a folder with something in it is refused and left as it was', async () => {
  await write()
  mkdirSync(inFolder('restored'))
  writeFileSync(inFolder('restored/mine'), 'x')
  await expect(restore()).rejects.toThrow('is not empty')
  expect(readdirSync(inFolder('restored'))).toEqual(['mine'])
})

test('OPS-03 a damaged backup is refused, and nothing is left of it', async () => {
  await write()
  const whole = readFileSync(file())
  writeFileSync(file(), whole.subarray(0, whole.length - 100))
  await expect(restore()).rejects.toThrow(RestoreError)
  writeFileSync(file(), 'not an archive')
  await expect(restore()).rejects.toThrow(RestoreError)
  expect(readdirSync(inFolder('restored'))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data', 'restored'])
})

test('OPS-03 a backup of a newer version is refused', async () => {
  await clone.database.pool.query(`insert into schema_migration (name, checksum) values ('9999_later', 'x')`)
  await write()
  await expect(restore()).rejects.toThrow('9999_later')
})

test('OPS-03 the backup is of one moment, though the database goes on, and is not there before it is whole', async () => {
  const manifest = await write()
  expect(manifest.tables.find(({ name }) => name === 'identity_user')?.rows).toBe(2)
  expect(readdirSync(inFolder('data')).sort()).toEqual(['files', 'secret'])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data'])
})
