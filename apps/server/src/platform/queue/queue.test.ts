import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { inSystem, inTenant } from '../database/index.ts'
import { createLog } from '../log.ts'
import { defineJob, startQueue, type Queue } from './queue.ts'

const greet = defineJob<{ name: string }>('greet', { retryLimit: 2 })
const wait = defineJob<{ name: string }>('wait')
const count = defineJob<{ number: number }>('count')
const log = createLog({ level: 'silent' })
const greeted: string[] = []
let clone: TestDatabase
let queue: Queue

beforeAll(async () => {
  clone = await createTestDatabase(inject('databaseHost'))
  queue = await startQueue({
    address: clone.address,
    database: clone.database,
    log,
  })
  await queue.register([greet, wait, count])
  await queue.work(greet, async ({ name }) => {
    if (name === 'twice' && !greeted.includes('twice')) {
      greeted.push(name)
      throw new Error('once more')
    }
    greeted.push(name)
  })
})
afterAll(async () => {
  await queue.stop({ timeoutMs: 1000 })
  await clone.drop()
})

const tenant = { accountId: 'account_a', userId: 'user_a' }

test('a job exists if and only if the transaction that enqueued it commits, also for tenants', async () => {
  const undone = inTenant(clone.database, tenant, async (transaction) => {
    await queue.send(transaction, greet, { name: 'nobody' })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await inTenant(clone.database, tenant, (transaction) => queue.send(transaction, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(greeted).toContain('Ada'), 10_000)
  expect(greeted).not.toContain('nobody')
})

test('pending jobs of one kind can be listed', async () => {
  await inSystem(clone.database, async (transaction) => {
    await queue.send(transaction, wait, { name: 'Kim' })
    await queue.send(transaction, greet, { name: 'Bo' })
  })
  const left = () => inSystem(clone.database, (transaction) => queue.unfinished(transaction, wait))
  expect(await left()).toEqual([{ name: 'Kim' }])
  await queue.work(wait, async () => undefined)
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000 })
})

test('jobs that arrive together run without a pause between them', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `guest ${index}`)
  await inSystem(clone.database, async (transaction) => {
    for (const name of names) await queue.send(transaction, greet, { name })
  })
  // A look for more every three seconds would take a minute.
  await vi.waitFor(() => expect(greeted).toEqual(expect.arrayContaining(names)), {
    timeout: 20_000,
    interval: 50,
  })
})

test('a failed job is retried', async () => {
  await inSystem(clone.database, (transaction) => queue.send(transaction, greet, { name: 'twice' }))
  await vi.waitFor(() => expect(greeted.filter((name) => name === 'twice')).toHaveLength(2), {
    timeout: 60_000,
    interval: 50,
  })
})

test('B13 workers continue after all their connections were cut', async () => {
  await clone.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await inSystem(clone.database, (transaction) =>
    queue.send(transaction, greet, { name: 'afterwards' }),
  ).catch(() =>
    inSystem(clone.database, (transaction) => queue.send(transaction, greet, { name: 'afterwards' })),
  )
  await vi.waitFor(() => expect(greeted).toContain('afterwards'), { timeout: 60_000, interval: 50 })
})

test('concurrent jobs are fetched in batches', async () => {
  let done = Promise.withResolvers<void>()
  await queue.work(count, async () => done.resolve(), { concurrency: 8 })
  const startedMs = performance.now()
  // Two fetchers, each of which rests for a tenth of a second: the last of seven waits for three rests.
  for (let number = 1; number <= 7; number++) {
    done = Promise.withResolvers<void>()
    await inSystem(clone.database, (transaction) => queue.send(transaction, count, { number }))
    await done.promise
  }
  expect(performance.now() - startedMs).toBeGreaterThan(290)
})

test('a later start writes queues and schedules only where a new version has other options', async () => {
  const rows = async () => {
    const { rows: found } = await clone.database.pool.query<{ name: string; version: string }>(
      `select name, xmin::text as version from pgboss.queue where name in ('greet', 'count')
       union all select name || ' by clock', xmin::text from pgboss.schedule order by 1`,
    )
    return Object.fromEntries(found.map(({ name, version }) => [name, version]))
  }
  const nextStart = async (cron: string, retryLimit: number) => {
    const next = await startQueue({ address: clone.address, database: clone.database, log })
    await next.register([{ ...greet, retryLimit }, count])
    await next.schedule(greet, cron)
    await next.stop({ timeoutMs: 1000 })
    return await rows()
  }
  const first = await nextStart('0 8 * * *', greet.retryLimit)
  expect(Object.keys(first)).toEqual(['count', 'greet', 'greet by clock'])
  expect(await nextStart('0 8 * * *', greet.retryLimit)).toEqual(first)
  const changed = await nextStart('0 9 * * *', 5)
  expect(changed['count']).toBe(first['count'])
  expect(changed['greet']).not.toBe(first['greet'])
  expect(changed['greet by clock']).not.toBe(first['greet by clock'])
})
