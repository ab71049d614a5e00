import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { inSystem, inTenant, listenTo, notify, notifyAll } from './index.ts'

let one: TestDatabase
beforeAll(async () => {
  one = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => one.drop())
const log = createLog({ level: 'silent' })
const nobody = { accountId: null, userId: null }

test("a transaction's notifications are delivered if it commits, and not if it does not", async () => {
  const received: string[] = []
  const listener = await listenTo(one.address, 'things', {
    onMessage: (text) => void received.push(text),
    onGap: () => void received.push('gap'),
    log,
  })
  const failing = inTenant(one.database, nobody, async (trx) => {
    await notify(trx, 'things', 'rolled back')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inTenant(one.database, nobody, (trx) => notify(trx, 'things', 'it’s "one"'))
  await inSystem(one.database, (trx) => notify(trx, 'others', 'elsewhere'))
  await expect.poll(() => received).toEqual(['it’s "one"'])
  await listener.stop()
})

test('B27 a lost connection is reopened, and listeners are notified of the gap', async () => {
  const received: string[] = []
  const listener = await listenTo(one.address, 'things', {
    onMessage: (text) => void received.push(text),
    onGap: () => void received.push('gap'),
    log,
  })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'atrium-listener' and datname = current_database()`.execute(one.database.kysely)
  await expect.poll(() => received, { timeout: 60_000 }).toEqual(['gap'])
  await inSystem(one.database, (trx) => notify(trx, 'things', 'again'))
  await expect.poll(() => received).toEqual(['gap', 'again'])
  await listener.stop()
})

test('all channels of a process share one connection, until the last listener stops', async () => {
  const received: string[] = []
  const listen = (channel: string, name: string) =>
    listenTo(one.address, channel, {
      onMessage: (text) => void received.push(`${name} ${text}`),
      onGap: () => void received.push(`${name} gap`),
      log,
    })
  const connections = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'atrium-listener' and datname = current_database()`.execute(
      one.database.kysely,
    )
    return rows.length
  }
  const [first, second, other] = [
    await listen('things', 'first'),
    await listen('things', 'second'),
    await listen('others', 'other'),
  ]
  expect(await connections()).toBe(1)
  await inSystem(one.database, (trx) =>
    notifyAll(one.database, 'things', ['a']).then(() => notify(trx, 'others', 'b')),
  )
  await expect.poll(() => received).toEqual(['first a', 'second a', 'other b'])
  await first.stop()
  await other.stop()
  await notifyAll(one.database, 'others', ['c'])
  await notifyAll(one.database, 'things', ['d', 'e'])
  await expect.poll(() => received.slice(3)).toEqual(['second d', 'second e'])
  await second.stop()
  await expect.poll(connections).toBe(0)
})
