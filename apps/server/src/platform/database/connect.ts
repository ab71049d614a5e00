import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type Transaction as KyselyTransaction,
} from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { PreparingClient } from './preparing-client.ts'
import { Standstill } from './standstill.ts'
import type { DatabaseTables } from './tables.ts'

/** The location of a database: a URL, or the socket folder of the built-in server. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string }

/** A connected database: Kysely for queries, and its pool for everything that Kysely doesn't support. */
export interface Database {
  readonly kysely: Kysely<DatabaseTables>
  readonly pool: pg.Pool
  /** Only for `transaction.ts`, which starts transactions in its own way. */
  readonly dialect: SharedDriverDialect
  close(): Promise<void>
}

/** A running transaction. A function with such a parameter can only be called inside one. */
export type Transaction = KyselyTransaction<DatabaseTables>

/** A transaction opened by `inTenant`: shows the reader that row-level security applies. */
export type TenantTransaction = Transaction

export interface ConnectOptions {
  log: Log
  /** Maximum number of connections. */
  maxConnections?: number
  statementTimeoutMs?: number
  /** How long a query waits for a free connection before failing as unavailable; less when no connection is returned at all. */
  connectionTimeoutMs?: number
  /** Connections that stay open when idle; the others close after a minute. 0 by default. */
  warmConnections?: number
  /** Whether plans of prepared statements never depend on their values, which avoids planning them again. */
  usesGenericPlans?: boolean
  /** Whether concurrent queries are pipelined; COPY needs a connection without. */
  isPipelined?: boolean
}

/**
 * Creates a lazy connection pool: sends nothing before the first query, and the next query reconnects after a loss. Returns
 * 64-bit integers as numbers (an error above 2^53), dates without time as text.
 */
export function connect(address: DatabaseAddress, options: ConnectOptions): Database {
  const {
    log,
    maxConnections = 16,
    statementTimeoutMs = 15_000,
    connectionTimeoutMs = 5_000,
    warmConnections = 0,
    usesGenericPlans = false,
    isPipelined = true,
  } = options
  const pool = new pg.Pool({
    ...address,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    min: warmConnections,
    idleTimeoutMillis: 60_000,
    ...(usesGenericPlans && { options: '-c plan_cache_mode=force_generic_plan' }),
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(5_000, statementTimeoutMs),
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'atrium',
    types: { getTypeParser },
    // The server answers them in the order of sending.
    pipeline: isPipelined,
    Client: PreparingClient,
  })
  // A connection that a stopping server ends first, after the pool let go of it, isn't lost.
  let isClosing = false
  const warn = (event: string, error: Error, message: string) => {
    if (!isClosing) log.warn({ event, reason: error.message }, message)
  }
  // Without these two handlers a lost server would end this process.
  pool.on('error', (error) =>
    warn('database.idle_connection_lost', error, 'Lost an idle database connection'),
  )
  pool.on('connect', (client) =>
    client.on('error', (error) => warn('database.connection_lost', error, 'Lost a database connection')),
  )

  const dialect = new SharedDriverDialect(pool)
  const kysely = new Kysely<DatabaseTables>({ dialect })
  return { kysely, pool, dialect, close }

  async function close(): Promise<void> {
    isClosing = true
    await kysely.destroy()
    // Kysely ends the pool only after its own queries.
    if (!pool.ending) await pool.end()
  }
}

/** Opens the warm connections now, so that the first people who come don't wait for them. */
export async function openWarmConnections({ pool }: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.min ?? 0 }, () => pool.connect()))
  for (const client of clients) client.release()
}

/** Kysely's PostgreSQL dialect with access to its single driver. */
export class SharedDriverDialect extends PostgresDialect {
  readonly driver: PostgresDriver

  constructor(pool: pg.Pool) {
    super({ pool })
    this.driver = new DriverThatMoves(pool)
  }

  override createDriver(): PostgresDriver {
    return this.driver
  }
}

/** Fails waiting queries while no connection is returned: see `Standstill`. */
class DriverThatMoves extends PostgresDriver {
  readonly #standstill: Standstill

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#standstill = new Standstill(pool)
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    const mustWait = this.#standstill.isFull
    const asked = super.acquireConnection()
    if (!mustWait) return asked
    return this.#standstill.unlessItStands(asked, giveBackTo(this))
  }
}

const giveBackTo = (driver: Driver) => (late: DatabaseConnection) => driver.releaseConnection(late)

type TextParser = (text: string) => unknown

function getTypeParser(oid: number, format?: 'text' | 'binary'): TextParser {
  if (format !== 'binary' && oid === pg.types.builtins.INT8) return parseInteger
  if (format !== 'binary' && oid === pg.types.builtins.DATE) return (text) => text
  return pg.types.getTypeParser(oid, format as 'text')
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The integer ${text} from the database is too large for a number.`)
  return value
}
