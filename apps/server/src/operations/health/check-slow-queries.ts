import { sql } from 'kysely'
import { type Database, isNotAllowedOrLoaded } from '../../platform/database/index.ts'
import { type FactsOf, type Finding, issuesOf } from './parts.ts'
import { statementText } from './statement-text.ts'

type Facts = FactsOf<'slowQueries'>

const maxListed = 10
/** A statement that runs this long is listed while it runs. */
const runningSeconds = 1
/** Longer than any statement of the product may take, several times over. */
const stuckSeconds = 5 * 60
const slowMs = 100

/**
 * Lists statements that run now, and the slowest ones of `pg_stat_statements` where the database has that extension. The role of
 * `DATABASE_URL` decides whether those of other roles are included. Without values: see `statementText`.
 */
export async function checkSlowQueries({
  database,
}: {
  database: Database
}): Promise<Finding<'slowQueries'>> {
  const [seesAll, running, slowest] = await Promise.all([
    readsAllStatistics(database),
    runningStatements(database),
    slowestStatements(database),
  ])
  return {
    facts: { seesAll, running, slowest },
    issues: issuesOf({
      QUERY_RUNS_LONG: running.some(({ seconds }) => seconds >= stuckSeconds),
    }),
  }
}

async function readsAllStatistics({ kysely }: Database): Promise<boolean> {
  const found = await sql<{ seesAll: boolean }>`
    select pg_has_role('pg_read_all_stats', 'usage') as "seesAll"`.execute(kysely)
  return found.rows[0]?.seesAll ?? false
}

/** The database hides the text of other roles' statements by a null state. */
async function runningStatements({ kysely }: Database): Promise<Facts['running']> {
  const found = await sql<{
    query: string
    seconds: number
    isWaiting: boolean
  }>`
    select coalesce(query, '') as query, coalesce(extract(epoch from clock_timestamp() - query_start)::float8, 0) as seconds,
      coalesce(wait_event_type = 'Lock', false) as "isWaiting"
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state = 'active' and clock_timestamp() - query_start > make_interval(secs => ${runningSeconds})
    order by query_start limit ${maxListed}`.execute(kysely)
  return found.rows.map(({ query, ...rest }) => ({
    ...rest,
    statement: statementText(query),
  }))
}

/** Null where the extension is missing, not loaded into the server, or not for this role. */
async function slowestStatements({ kysely }: Database): Promise<Facts['slowest']> {
  const installed = await sql<{ isInstalled: boolean }>`
    select exists (select from pg_extension where extname = 'pg_stat_statements') as "isInstalled"`.execute(
    kysely,
  )
  if (!installed.rows[0]?.isInstalled) return null
  try {
    const found = await sql<{ query: string; calls: number; meanMs: number; maxMs: number }>`
      select coalesce(query, '') as query, coalesce(calls, 0) as calls, coalesce(mean_ms, 0) as "meanMs",
        coalesce(max_ms, 0) as "maxMs"
      from slow_statements(${slowMs}, ${maxListed})`.execute(kysely)
    return found.rows.map(({ query, ...rest }) => ({ ...rest, statement: statementText(query) }))
  } catch (error) {
    if (isNotAllowedOrLoaded(error)) return null
    throw error
  }
}
