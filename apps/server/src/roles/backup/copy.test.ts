import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { copyIn, copyOut } from './copy.ts'

let clone: TestDatabase
let database: Database
let client: pg.PoolClient
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'copy-test-'))
  clone = await createTestDatabase(inject('databaseHost'))
  database = connect(clone.address, { log: createLog({ level: 'silent' }), isPipelined: false })
  client = await database.pool.connect()
})
afterEach(async () => {
  client.release(true)
  await database.close()
  await clone.drop()
  rmSync(folder, { recursive: true })
})

const paces = [
  { pace: 'is slower than the database', highWaterMark: 1024 },
  { pace: 'takes everything at once', highWaterMark: 100_000_000 },
]
test.each(paces)(
  'OPS-03 rows of every length are copied out and in exactly, with a file that $pace',
  async ({ highWaterMark }) => {
    await client.query(`create table sample as
    select number, repeat(md5(number::text), 1 + number % 300) as text from generate_series(1, 800) as number`)
    const file = path.join(folder, 'sample.copy')
    const output = createWriteStream(file, { highWaterMark })
    expect(await copyOut(client, 'sample', 'number, text', output)).toBe(800)
    output.end()
    await once(output, 'finish')

    await client.query('create table same (like sample)')
    await copyIn(client, 'same', 'number, text', createReadStream(file))
    const { rows } = await client.query(
      `select (select count(*) from same) as rows, (select count(*) from (table sample except table same) as other) as other`,
    )
    expect(rows).toEqual([{ rows: 800, other: 0 }])
  },
)

test('OPS-03 rows that the table refuses end the copy with the database’s error, and the connection stays usable', async () => {
  await client.query('create table numbers (number integer)')
  const rows = Readable.from([Buffer.from('1\n'), Buffer.from('quick\n'), Buffer.from('2\n')])
  await expect(copyIn(client, 'numbers', 'number', rows)).rejects.toThrow(
    'invalid input syntax for type integer',
  )
  expect((await client.query('select count(*) as rows from numbers')).rows).toEqual([{ rows: 0 }])
})
