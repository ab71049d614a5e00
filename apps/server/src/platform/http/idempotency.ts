import { createHash } from 'node:crypto'
import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, isDatabaseUnavailable, jsonText } from '../database/index.ts'
import { fail } from '../failure.ts'

/** A request that has its key longer than this without a reply died with its process. */
const abandonedAfterSeconds = 60

/** How long a repetition gets the first reply. */
const keptHours = 24
const erasedAtATime = 1000

const hashOf = (request: unknown) => createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/**
 * Runs a mutating request at most once per Idempotency-Key: a repetition within 24 hours gets the stored reply; a different
 * request with the same key is refused. Failed requests leave no trace and can be retried.
 */
export async function onceFor<Reply extends { status: number; json: unknown }>(
  database: Database,
  { userId, key, request }: { userId: UserId; key: string; request: unknown },
  run: () => Promise<Reply>,
): Promise<{ status: number; json: unknown }> {
  const requestHash = hashOf(request)
  const taken = await sql<{ taken: boolean }>`
    insert into idempotent_reply (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
    on conflict (user_id, key) do update set request_hash = excluded.request_hash, created_at = now()
      where idempotent_reply.created_at < now() - make_interval(hours => ${keptHours})
         or (idempotent_reply.status is null and idempotent_reply.request_hash = excluded.request_hash
             and idempotent_reply.created_at < now() - make_interval(secs => ${abandonedAfterSeconds}))
    returning true as taken`.execute(database.kysely)
  if (taken.rows.length === 0) return await storedReply(database, userId, key, requestHash)
  const reply = await run().catch(async (error: unknown) => {
    // Without a database the key is free again after a minute.
    await sql`delete from idempotent_reply where user_id = ${userId} and key = ${key}`
      .execute(database.kysely)
      .catch(() => undefined)
    throw error
  })
  // The work is done, whether or not its reply can be stored: an error would have the caller do it twice.
  await sql`update idempotent_reply set status = ${reply.status}, reply = ${jsonText(reply.json ?? null)}::jsonb
    where user_id = ${userId} and key = ${key}`
    .execute(database.kysely)
    .catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
  return reply
}

async function storedReply(database: Database, userId: UserId, key: string, requestHash: string) {
  const found = await sql<{ request_hash: string; status: number | null; reply: unknown }>`
    select request_hash, status, reply from idempotent_reply where user_id = ${userId} and key = ${key}`.execute(
    database.kysely,
  )
  const row = found.rows[0] ?? fail('IDEMPOTENCY_IN_PROGRESS')
  if (row.request_hash !== requestHash) fail('IDEMPOTENCY_KEY_REUSED')
  if (row.status === null) fail('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
  return { status: row.status, json: row.reply }
}

/** Erases expired replies, some at a time, so that no request waits long. Returns how many. */
export async function eraseOldReplies(database: Database): Promise<number> {
  let erased = 0
  for (let more = true; more;) {
    // Skips one that is being renewed: it is no longer old.
    const gone = await sql`
      delete from idempotent_reply where (user_id, key) in (
        select user_id, key from idempotent_reply where created_at < now() - make_interval(hours => ${keptHours})
        order by created_at limit ${erasedAtATime} for update skip locked)
      returning user_id`.execute(database.kysely)
    erased += gone.rows.length
    more = gone.rows.length === erasedAtATime
  }
  return erased
}
