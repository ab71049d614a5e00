import { readFile } from 'node:fs/promises'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import {
  commitWith,
  connect,
  inSystem,
  inTenant,
  isDatabaseUnavailable,
  isUniqueViolation,
  refusalIn,
  refuseIf,
  releaseLocksEarly,
  retryable,
  statement,
  tryAdvisoryLock,
  advisoryLock,
} from './index.ts'

let clone: TestDatabase
const A = { accountId: 'account_a', userId: 'user_a' }
const B = { accountId: 'account_b', userId: 'user_b' }

// One connection, so that every transaction gets the one that the last has used.
beforeAll(async () => {
  clone = await createTestDatabase(inject('databaseHost'), { template: 'template0', maxConnections: 1 })
  await clone.database.pool.query(`
    do $$ begin create role atrium_app nologin; exception when duplicate_object or unique_violation then null; end $$;
    create table thing (account_id text not null, name text not null, unique (account_id, name));
    alter table thing enable row level security;
    create policy own on thing using (account_id = nullif(current_setting('app.account_id', true), ''));
    grant all on thing to atrium_app`)
})
beforeEach(async () => {
  await clone.database.pool.query(
    `truncate thing; insert into thing values ('account_a', 'one'), ('account_b', 'two')`,
  )
})
afterAll(() => clone.drop())

const names = (tenant: typeof A | { accountId: null; userId: null }) =>
  inTenant(clone.database, tenant, async (transaction) => {
    const { rows } = await sql<{ name: string }>`select name from thing`.execute(transaction)
    return rows.map((row) => row.name)
  })

async function whoAmI() {
  const { rows } = await clone.database.pool.query(
    `select current_user as role, coalesce(current_setting('app.account_id', true), '') as account, pg_current_xact_id_if_assigned() as xact`,
  )
  return rows[0]
}
const nobody = { role: 'atrium', account: '', xact: null }

test('T19 a tenant sees only its own rows; without a tenant there are no rows', async () => {
  expect(await names(A)).toEqual(['one'])
  expect(await names(B)).toEqual(['two'])
  expect(await names({ accountId: null, userId: null })).toEqual([])
})

test('T19 a tenant cannot write into another account', async () => {
  const write = inTenant(clone.database, A, (transaction) =>
    sql`insert into thing values ('account_b', 'three')`.execute(transaction),
  )
  await expect(write).rejects.toThrow('row-level security')
})

test('T19 a connection keeps no tenant state: after success, an application error or a database error', async () => {
  await names(A)
  expect(await whoAmI()).toEqual(nobody)

  await expect(inTenant(clone.database, A, () => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
  expect(await whoAmI()).toEqual(nobody)

  await expect(
    inTenant(clone.database, A, (transaction) => sql`select 1 / 0`.execute(transaction)),
  ).rejects.toThrow('division')
  expect(await whoAmI()).toEqual(nobody)
  expect(await names({ accountId: null, userId: null })).toEqual([])
})

test('T19 a transaction that cannot switch to its tenant returns a clean connection', async () => {
  await clone.database.pool.query(
    `do $$ begin create role outsider login; exception when duplicate_object then null; end $$`,
  )
  const outsider = connect(
    { ...clone.address, user: 'outsider' },
    { log: createLog({ level: 'silent' }), maxConnections: 1 },
  )
  await expect(inTenant(outsider, A, () => Promise.resolve())).rejects.toThrow(
    'permission denied to set role',
  )
  // In an aborted transaction every statement would fail.
  expect((await outsider.pool.query('select current_user as role')).rows).toEqual([{ role: 'outsider' }])
  await outsider.close()
})

test('T19 if a transaction cannot begin, nothing is read or written outside of it', async () => {
  const { kysely } = clone.database
  const original = pg.Client.prototype.query
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...[text, ...rest]: unknown[]
  ) {
    const sent = typeof text === 'string' && text.startsWith('begin') ? 'select 1 / 0' : text
    return Reflect.apply(original, this, [sent, ...rest]) as Promise<unknown>
  } as never)
  let received: unknown = 'nothing'
  const failing = inTenant(clone.database, A, (transaction) =>
    Promise.all([
      sql`select name from thing`.execute(transaction).then(({ rows }) => (received = rows)),
      sql`insert into thing values ('account_b', 'new')`.execute(transaction),
      sql`select name from thing`.execute(transaction).then(({ rows }) => (received = rows)),
    ]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  asked.mockRestore()
  const { rows } = await sql<{ name: string }>`select name from thing order by name`.execute(kysely)
  expect(rows.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(received).toBe('nothing')
  expect(await whoAmI()).toEqual(nobody)
})

test('a first read is sent together with begin, a first write after it', async () => {
  const original = pg.Client.prototype.query
  const answered: string[] = []
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = String(given[0]).split(/[ ;]/)[0] ?? ''
    answered.push(`ask ${text}`)
    const answer = Reflect.apply(original, this, given) as Promise<unknown>
    return answer.finally(() => answered.push(`told ${text}`))
  } as never)
  await inTenant(clone.database, A, (transaction) =>
    Promise.all([
      sql`select name from thing`.execute(transaction),
      sql`insert into thing values ('account_a', 'new')`.execute(transaction),
      sql`select name from thing`.execute(transaction),
    ]),
  )
  asked.mockRestore()
  const started = answered.indexOf('told begin')
  expect(answered.slice(0, started)).toEqual(['ask begin', 'ask select'])
  expect(answered.slice(started).filter((one) => one.startsWith('ask '))).toEqual([
    'ask insert',
    'ask select',
    'ask commit',
  ])
})

test('T19 ids are parameters, never SQL', async () => {
  expect(
    await names({
      accountId: `account_a',true); reset role; select ('`,
      userId: `\\'; drop table thing; --`,
    }),
  ).toEqual([])
  expect(await names(A)).toEqual(['one'])
})

test('T19 a transaction cannot be used after its end, when another uses its connection', async () => {
  let escaped: Parameters<Parameters<typeof inTenant>[2]>[0] | undefined
  await inTenant(clone.database, A, async (transaction) => {
    escaped = transaction
  })
  await expect(sql`select 1`.execute(escaped ?? clone.database.kysely)).rejects.toThrow(/over/i)
})

test('concurrent queries are pipelined and resolve in order', async () => {
  const original = pg.Client.prototype.query
  let answered = 0
  const answeredBefore: number[] = []
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    answeredBefore.push(answered)
    const answer = Reflect.apply(original, this, given) as Promise<unknown>
    return answer.finally(() => (answered += 1))
  } as never)
  const found = await inTenant(clone.database, A, async (transaction) => {
    await sql`select 1`.execute(transaction)
    answeredBefore.splice(0)
    answered = 0
    const [, { rows }] = await Promise.all([
      sql`insert into thing values ('account_a', 'new')`.execute(transaction),
      sql<{ name: string }>`select name from thing order by name`.execute(transaction),
    ])
    expect(answeredBefore).toEqual([0, 0])
    return rows.map(({ name }) => name)
  })
  expect(found).toEqual(['new', 'one'])
  asked.mockRestore()
})

test('of pipelined queries the first failure is reported, and the others are rolled back', async () => {
  const failing = inTenant(clone.database, A, (transaction) =>
    Promise.all([
      sql`insert into thing values ('account_a', 'before')`.execute(transaction),
      sql`insert into thing values ('account_a', 'one')`.execute(transaction),
      sql`insert into thing values ('account_a', 'after')`.execute(transaction),
    ]),
  )
  expect(isUniqueViolation(await failing.catch((reason: unknown) => reason))).toBe(true)
  expect(await names(A)).toEqual(['one'])
  expect(await whoAmI()).toEqual(nobody)
})

test('an error rolls back the transaction, and a unique violation is identified by its constraint', async () => {
  const twice = inTenant(clone.database, A, async (transaction) => {
    await sql`insert into thing values ('account_a', 'new')`.execute(transaction)
    await sql`insert into thing values ('account_a', 'one')`.execute(transaction)
  })
  const error: unknown = await twice.catch((reason: unknown) => reason)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'thing_account_id_name_key')).toBe(true)
  expect(isUniqueViolation(error, 'another')).toBe(false)
  expect(await names(A)).toEqual(['one'])
})

test('database integers are numbers if exact, otherwise an error', async () => {
  const { rows } = await clone.database.pool.query(
    `select 9007199254740991::bigint as most, date '2026-03-01' as day`,
  )
  expect(rows[0]).toEqual({ most: Number.MAX_SAFE_INTEGER, day: '2026-03-01' })
  await expect(clone.database.pool.query('select 9007199254740992::bigint')).rejects.toThrow('too large')
  expect(await whoAmI()).toEqual(nobody)
})

test('B17 deadlocks are retried at most three times, other errors never', async () => {
  const pool = clone.database.pool
  let tries = 0
  const failing = (code: string, until: number) =>
    retryable(async () => {
      tries++
      if (tries <= until) await pool.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
      return tries
    })
  expect(await failing('40P01', 2)).toBe(3)
  tries = 0
  await expect(failing('40001', 99)).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(4)
  tries = 0
  await expect(failing('23505', 99)).rejects.toMatchObject({ code: '23505' })
  expect(tries).toBe(1)
})

test('B13 a query cut off by the server counts as unavailable, and the next one gets a new connection', async () => {
  const error: unknown = await clone.database.pool
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await whoAmI()).toEqual(nobody)
})

test('B71 a named lock is held by one transaction at a time', async () => {
  const other = await createTestDatabase(inject('databaseHost'), { template: 'template0' })
  try {
    await inSystem(other.database, async (first) => {
      await advisoryLock(first, 'sweep')
      await inSystem(other.database, async (second) => {
        expect(await tryAdvisoryLock(second, 'sweep')).toBe(false)
        expect(await tryAdvisoryLock(second, 'another')).toBe(true)
      })
    })
    await inSystem(other.database, async (third) => expect(await tryAdvisoryLock(third, 'sweep')).toBe(true))
  } finally {
    await other.drop()
  }
})

test('closing a database ends its connections, including those taken directly from the pool', async () => {
  const database = connect(clone.address, { log: createLog({ level: 'silent' }), maxConnections: 1 })
  await database.pool.query('select 1')
  await database.close()
  expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0])
})

test('a transaction that releases its locks early commits without waiting for the disk, and resolves when it is on disk', async () => {
  const { database } = clone
  // Databases of tests never wait.
  await database.pool.query('set synchronous_commit to on')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const written = await inTenant(database, A, async (transaction) => {
    releaseLocksEarly(transaction)
    await sql`insert into thing values ('account_a', 'three')`.execute(transaction)
    const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn() as at`.execute(transaction)
    return rows[0]?.at
  })
  const { rows } = await database.pool.query(
    `select pg_current_wal_flush_lsn() > $1::pg_lsn as "isOnDisk", current_setting('synchronous_commit') as setting`,
    [written],
  )
  expect(rows).toEqual([{ isOnDisk: true, setting: 'on' }])
  expect(asked.mock.calls.map(([text]) => text as unknown)).toContain(
    `set local synchronous_commit to off; commit; select pg_logical_emit_message(true, 'atrium', '')`,
  )
  asked.mockRestore()
  await database.pool.query('reset synchronous_commit')
  expect(await names(A)).toContain('three')
})

test('a transaction that releases its locks early reports an error of its commit, and leaves a clean connection', async () => {
  await clone.database.pool.query(
    'create table promise (name text primary key, kept text references promise deferrable initially deferred); grant all on promise to atrium_app',
  )
  const broken = inTenant(clone.database, A, async (transaction) => {
    releaseLocksEarly(transaction)
    await sql`insert into promise values ('one', 'another')`.execute(transaction)
  })
  await expect(broken).rejects.toThrow('violates foreign key constraint')
  const swallowed = inTenant(clone.database, A, async (transaction) => {
    releaseLocksEarly(transaction)
    await sql`select 1 / 0`.execute(transaction).catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('aborted')
  expect(await whoAmI()).toEqual(nobody)
  await clone.database.pool.query('drop table promise')
})

const addThing = (name: string) =>
  sql<{ name: string }>`insert into thing values ('account_a', ${name}) returning name`

test('the last statements of a transaction are sent together with its commit, and their rows come once it is done', async () => {
  const original = pg.Client.prototype.query
  const order: string[] = []
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }]
    const text = (typeof query === 'string' ? query : query.text).split(/[ ;]/)[0] ?? ''
    order.push(`ask ${text}`)
    const answer = Reflect.apply(original, this, given) as Promise<unknown>
    return answer.finally(() => order.push(`answer ${text}`))
  } as never)
  const rows = await inTenant(clone.database, A, async (transaction) => {
    await sql`select 1`.execute(transaction)
    const added = statement(addThing('three'))
    const user = statement(sql<{ who: string }>`select current_user as who`)
    const rowsOf = await commitWith(transaction, [added, user])
    return [rowsOf(added), rowsOf(user), rowsOf(statement(addThing('not sent')))]
  })
  asked.mockRestore()
  expect(rows).toEqual([[{ name: 'three' }], [{ who: 'atrium_app' }], []])
  expect(order.slice(-6)).toEqual([
    'ask insert',
    'ask select',
    'ask commit',
    'answer insert',
    'answer select',
    'answer commit',
  ])
  expect(await names(A)).toContain('three')
  expect(await whoAmI()).toEqual(nobody)
})

test('a last statement that fails rolls everything back, whether locks are released early or not', async () => {
  await clone.database.pool.query(
    await readFile(new URL('../../../migrations/0520_refuse.sql', import.meta.url), 'utf8'),
  )
  for (const isEarly of [false, true]) {
    const refused = inTenant(clone.database, A, async (transaction) => {
      if (isEarly) releaseLocksEarly(transaction)
      await addThing('before').execute(transaction)
      const refusing = refuseIf(sql`exists (select from added)`, sql`jsonb_build_object('found', 3)`)
      await commitWith(transaction, [
        statement(addThing('first')),
        statement(sql<object>`with added as (${addThing('second')}) select ${refusing}`),
        statement(addThing('third')),
      ])
    })
    const error: unknown = await refused.catch((reason: unknown) => reason)
    expect(refusalIn(error)).toEqual({ found: 3 })
    expect(await names(A)).toEqual(['one'])
    expect(await whoAmI()).toEqual(nobody)
  }
  expect(refusalIn(new Error('another'))).toBeUndefined()
})

test('nothing is committed while queries of the transaction are running, and nothing is asked after the commit', async () => {
  const running = inTenant(clone.database, A, async (transaction) => {
    const added = addThing('running').execute(transaction)
    await Promise.all([added, commitWith(transaction, [statement(addThing('last'))])])
  })
  await expect(running).rejects.toThrow('while its queries are running')
  const later = inTenant(clone.database, A, async (transaction) => {
    await commitWith(transaction, [statement(addThing('last'))])
    await addThing('later').execute(transaction)
  })
  await expect(later).rejects.toThrow('transaction that is over')
  expect((await names(A)).toSorted()).toEqual(['last', 'one'])
})

test('a deferred constraint refuses a commit that was sent with the last statements', async () => {
  await clone.database.pool.query(
    'create table promise (name text primary key, kept text references promise deferrable initially deferred); grant all on promise to atrium_app',
  )
  const broken = inTenant(clone.database, A, (transaction) =>
    commitWith(transaction, [statement(sql<object>`insert into promise values ('one', 'another')`)]),
  )
  await expect(broken).rejects.toThrow('violates foreign key constraint')
  expect(await whoAmI()).toEqual(nobody)
  await clone.database.pool.query('drop table promise')
})
