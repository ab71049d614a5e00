import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { EnqueueFetch, SourceJob } from '../knowledge-ports.ts'

const atATime = 500

/**
 * Enqueues the sources that are due, and those with a lost job, of existing rooms and bases. Returns how many. Safe to run
 * concurrently: one process claims each source, for an hour.
 */
export async function fetchDueSources(ports: {
  database: Database
  enqueueFetch: EnqueueFetch
}): Promise<number> {
  return await inSystem(ports.database, async (trx) => {
    const due = await sql<SourceJob>`
      update knowledge_source as source set due_at = now() + interval '1 hour'
      from (
        select account_id, id from knowledge_source where due_at <= now()
        order by due_at limit ${atATime} for update skip locked) as taken
      where source.account_id = taken.account_id and source.id = taken.id
      returning source.account_id as "accountId", source.id as "sourceId"`.execute(trx)
    for (const job of due.rows) await ports.enqueueFetch(trx, job)
    return due.rows.length
  })
}
