import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

export type QueueState = {
  name: string
  /** Due and not started. */
  waiting: number
  /** How long the oldest due job has waited. */
  lagSeconds: number
  running: number
  /** Given up after every retry, in the last 24 hours. */
  failed: number
}

/** Returns every queue with its jobs, and waiting mails as `mail`. Ended jobs are kept for a day. */
export async function readQueues({ kysely }: Pick<Database, 'kysely'>): Promise<QueueState[]> {
  const found = await sql<QueueState>`
    select queue.name, coalesce(due.waiting, 0)::int as waiting, coalesce(due.lag, 0)::float8 as "lagSeconds",
      coalesce(due.running, 0)::int as running, coalesce(due.failed, 0)::int as failed
    from pgboss.queue
    left join (
      select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
        extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())) as lag,
        count(*) filter (where state = 'active') as running,
        count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day') as failed
      from pgboss.job where state <= 'active' or state = 'failed' group by name) as due on due.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    union all
    select 'mail', count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8, 0, 0
    from mail_outbox where sent_at is null and text_body <> ''
    order by name`.execute(kysely)
  return found.rows
}
