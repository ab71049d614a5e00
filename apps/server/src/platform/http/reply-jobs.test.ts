import { startWorld, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eraseReplies } from '../platform.module.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

test('the worker erases stored replies older than a day', async () => {
  const { kysely } = world.database
  await sql`
    insert into idempotent_reply (user_id, key, request_hash, created_at)
    values ('user_1', 'of-yesterday', '', now() - interval '25 hours'), ('user_1', 'of-today', '', now())`.execute(
    kysely,
  )
  await sql`insert into pgboss.job (name, data) values (${eraseReplies.name}, '{}')`.execute(kysely)
  await expect
    .poll(async () => {
      const left = await sql<{
        key: string
      }>`select key from idempotent_reply where user_id = 'user_1'`.execute(kysely)
      return left.rows
    })
    .toEqual([{ key: 'of-today' }])
})
