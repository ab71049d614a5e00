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

/** Where a database is: a URL, or the socket folder of the built-in server. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port?: number; user: string; database: string; password?: string }

/** A connected database: Kysely for queries, the pool behind it for what Kysely cannot say. */
export interface Database {
  readonly kysely: Kysely<DatabaseTables>
  readonly pool: pg.Pool
  /** For `transaction.ts` alone, which begins transactions in its own way. */
  readonly dialect: SharedDriverDialect
  close(): Promise<void>
}

/** A running transaction. What takes one of these can only be called inside a transaction. */
export type Transaction = KyselyTransaction<DatabaseTables>

/** The same, where it was opened by `inTenant`: a word for the reader that row-level security is at work. */
export type TenantTransaction = Transaction

export interface ConnectOptions {
  log: Log
  /** Most connections at a time. */
  maxConnections?: number
  statementTimeoutMs?: number
  /** How long a query waits for a free connection before it fails as unavailable; less when none comes back at all. */
  connectionTimeoutMs?: number
  /** Queries that are asked together go out together, unless this is false; COPY needs a connection of which it is. */
  isPipelined?: boolean
}

/**
 * Opens a pool of connections lazily: nothing is sent before the first query, and connections lost with the server are opened
 * again by the next query. Integers of 64 bits arrive as numbers (an error beyond 2^53), dates without time as text.
 */
export function connect(address: DatabaseAddress, options: ConnectOptions): Database {
  const {
    log,
    maxConnections = 16,
    statementTimeoutMs = 15_000,
    connectionTimeoutMs = 5_000,
    isPipelined = true,
  } = options
  const pool = new pg.Pool({
    ...address,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(5_000, statementTimeoutMs),
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'atrium',
    types: { getTypeParser },
    // The server answers them in the order in which they were asked.
    pipeline: isPipelined,
    Client: PreparingClient,
  })
  // Without these two handlers a server that goes away would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost')),
  )

  const dialect = new SharedDriverDialect(pool)
  const kysely = new Kysely<DatabaseTables>({ dialect })
  return { kysely, pool, dialect, close }

  async function close(): Promise<void> {
    await kysely.destroy()
    // Kysely ends the pool only when it has asked something itself.
    if (!pool.ending) await pool.end()
  }
}

/** Kysely's dialect for PostgreSQL, whose one driver can be reached. */
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

/** Lets those go who wait for a connection while none comes back: see `Standstill`. */
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
