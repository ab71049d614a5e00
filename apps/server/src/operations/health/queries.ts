import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

type Queryable = Pick<Database, 'kysely'>

async function oneRow<Row>(query: RawBuilder<Row>, { kysely }: Queryable) {
  const { rows } = await query.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('A query for figures returned no row.')
  return row
}

export type DatabaseRow = {
  isReadOnly: boolean
  connectionsUsed: number
  connectionsMax: number
  sizeBytes: number
  version: string
}

/** `connectionsMax` excludes those reserved for superusers. */
export const databaseFigures = (database: Queryable) =>
  oneRow(
    sql<DatabaseRow>`
      select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "connectionsUsed",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "connectionsMax",
        pg_database_size(current_database()) as "sizeBytes",
        split_part(current_setting('server_version'), ' ', 1) as version`,
    database,
  )

export type MailRow = {
  waiting: number
  oldestWaitingSeconds: number
  lastSentAt: Date | null
  failedAt: Date | null
  problem: string | null
}

/** Abandoned mails no longer count as waiting. */
export const mailFigures = (database: Queryable) =>
  oneRow(
    sql<MailRow>`
      select waiting.count::int as waiting, coalesce(extract(epoch from now() - waiting.oldest), 0)::float8 as "oldestWaitingSeconds",
        (select max(sent_at) from mail_outbox where sent_at is not null) as "lastSentAt",
        failure.failed_at as "failedAt", failure.problem
      from (select count(*) as count, min(created_at) as oldest from mail_outbox where sent_at is null and text_body <> '') as waiting
      left join (select failed_at, problem from mail_outbox where failed_at is not null order by failed_at desc limit 1)
        as failure on true`,
    database,
  )

export type SearchRow = { filesWaiting: number; oldestWaitingSeconds: number; filesFailed: number }

export const searchFigures = (database: Queryable) =>
  oneRow(
    sql<SearchRow>`
      select count(*)::int as "filesWaiting",
        coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as "oldestWaitingSeconds",
        (select count(*)::int from indexed_file where status = 'FAILED' and finished_at > now() - interval '1 day') as "filesFailed"
      from indexed_file where status in ('PENDING', 'ONGOING')`,
    database,
  )

export type ProcessRow = {
  id: string
  host: string
  roles: string[]
  version: string
  startedAt: Date
  seenAt: Date
  silentSeconds: number
}

/** Returns the processes seen within the last hour, latest first. */
export async function processRows({ kysely }: Queryable): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select id, host, roles, version, started_at as "startedAt", seen_at as "seenAt",
      extract(epoch from clock_timestamp() - seen_at)::float8 as "silentSeconds"
    from node where seen_at > clock_timestamp() - interval '1 hour' order by started_at, id`.execute(kysely)
  return rows
}

export type EndedRow = { state: 'answered' | 'stopped' | 'failed' | 'interrupted'; hour: number; day: number }

/** Returns how many answers ended in the last hour and the last 24 hours, by state. */
export async function endedAnswers({ kysely }: Queryable): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select state, count(*) filter (where ended_at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from turn where ended_at > now() - interval '1 day' group by state`.execute(kysely)
  return rows
}

/** Returns running answers, and those whose writer has been gone so long that a takeover is overdue. */
export const openAnswers = (database: Queryable) =>
  oneRow(
    sql<{ running: number; abandoned: number }>`
      select count(*)::int as running,
        (count(*) filter (where lease_expires_at < now() - interval '1 minute'))::int as abandoned
      from pending_turn
      join turn on turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id and turn.state = 'open'`,
    database,
  )

export type BackupRow = {
  lastAt: Date | null
  sizeBytes: number | null
  isEncrypted: boolean | null
  ageDays: number | null
}

export async function lastBackup({ kysely }: Queryable): Promise<BackupRow> {
  const { rows } = await sql<BackupRow>`
    select last_backup_at as "lastAt", last_backup_bytes as "sizeBytes", last_backup_encrypted as "isEncrypted",
      (extract(epoch from now() - last_backup_at) / 86400)::float8 as "ageDays"
    from installation`.execute(kysely)
  return rows[0] ?? { lastAt: null, sizeBytes: null, isEncrypted: null, ageDays: null }
}
