import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  Transaction as KyselyTransaction,
} from 'kysely'
import pg from 'pg'
import type { Database, TenantTransaction, Transaction } from './connect.ts'
import { type RowsOf, rowsOfAll, type Statement } from './statement.ts'
import type { DatabaseTables } from './tables.ts'

/** The tenant of a transaction. The caller checks both ids; a person may have no account. */
export interface Tenant {
  accountId: string | null
  userId: string | null
}

/**
 * Runs `work` in a transaction limited by row-level security to this tenant: role and ids are set only for the transaction, so
 * nothing stays on the connection. Every query of a request belongs in here. Throws what `work` throws, after rolling back.
 */
export function inTenant<Result>(
  database: Database,
  tenant: Tenant,
  work: (transaction: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  const accountId = literal(tenant.accountId)
  const userId = literal(tenant.userId)
  return inTransaction(
    database,
    `begin; select set_config('role','atrium_app',true), set_config('app.account_id',${accountId},true), set_config('app.user_id',${userId},true)`,
    work,
  )
}

function literal(id: string | null): string {
  // A NUL byte would truncate the message.
  if (id?.includes('\0')) throw new TypeError('An id cannot hold a zero byte.')
  return pg.escapeLiteral(id ?? '')
}

/**
 * DANGEROUS: a transaction as the database's owner, without row-level security. Only for data of no tenant or of all: identity,
 * the sweeper, mail, jobs. Every query in it must name its account.
 */
export function inSystem<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, 'begin', work)
}

/**
 * Gives up the locks of this transaction before its commit is on disk; its promise still resolves only when it is. For rows that many
 * others wait for, such as a balance: with an ordinary commit each would wait for the disk in turn. Others may see what it
 * wrote a moment before it can outlast a crash; what they commit then is on disk only together with it.
 */
export function releaseLocksEarly(transaction: Transaction): void {
  const driver = drivers.get(transaction)
  if (!driver)
    throw new Error('Only transactions of `inTenant` and `inSystem` can release their locks early.')
  driver.releasesLocksEarly = true
}

/**
 * Sends these statements together; the server runs them in their order, and none after one that fails. Throws the refusal of a statement that
 * `refuseIf` failed.
 */
export async function sendTogether(
  transaction: Transaction,
  statements: readonly Statement[],
): Promise<RowsOf> {
  return await rowsOfAll(
    statements,
    statements.map((statement) => transaction.executeQuery<object>(statement.sql.compile(transaction))),
  )
}

/**
 * Sends the last statements of a transaction together with its commit. So the locks that they take are held only while the database works, and
 * not until this process, which may be busy with other answers, has read a reply and asks for the commit. Returns their rows once they are on
 * disk. After this nothing can be refused in TypeScript: a statement that may not be committed has to fail (`refuseIf`). Throws as
 * `sendTogether`. Call it when all other queries of the transaction are answered; it throws otherwise, and later ones throw.
 */
export async function commitWith(
  transaction: Transaction,
  statements: readonly Statement[],
): Promise<RowsOf> {
  const driver = drivers.get(transaction)
  if (!driver) throw new Error('Only transactions of `inTenant` and `inSystem` can send their commit.')
  const queries = statements.map((statement) => statement.sql.compile(transaction))
  return await driver.commitWith(queries, (running) => rowsOfAll(statements, running))
}

const drivers = new WeakMap<Transaction, DriverThatBegins>()

/**
 * Sends `beginning` and the first reads in one message, so that opening a tenant's transaction costs no extra round trip. Kysely
 * handles commit, rollback and broken connections. Concurrent queries of `work` are pipelined, and the server answers them in
 * order.
 */
function inTransaction<Result>(
  { kysely, dialect }: Database,
  beginning: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const driver = new DriverThatBegins(beginning, dialect.driver)
  const props = { config: { dialect }, dialect, driver, executor: kysely.getExecutor() }
  return new Kysely<DatabaseTables>(props).transaction().execute(async () => {
    const beginningConnection = driver.beginning()
    const provider = new PipeliningProvider(beginningConnection)
    driver.provider = provider
    const transaction = new KyselyTransaction<DatabaseTables>({
      ...props,
      executor: props.executor.withConnectionProvider(provider),
    })
    drivers.set(transaction, driver)
    try {
      const result = await work(transaction)
      await beginningConnection.started
      return result
    } catch (error) {
      throw beginningConnection.causeOf(error)
    } finally {
      provider.close()
    }
  })
}

/** Gives the transaction's connection to each query at once: Kysely's own lets one wait for the other. */
class PipeliningProvider implements ConnectionProvider {
  #connection: DatabaseConnection | null
  /** Queries that were sent and have no result yet. */
  #running = 0

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (!this.#connection) throw new Error('A query was asked in a transaction that is over.')
    this.#running += 1
    try {
      return await consumer(this.#connection)
    } finally {
      this.#running -= 1
    }
  }

  /** Closes, unless a query is running, which would then be answered after the end of its transaction. */
  closeIdle(): void {
    if (this.#running > 0) throw new Error('A transaction cannot be committed while its queries are running.')
    this.close()
  }

  /** From here on the connection may belong to another transaction. */
  close(): void {
    this.#connection = null
  }
}

/**
 * A connection whose transaction is starting. Until the server confirms, it sends only reads: if starting failed, later
 * statements would run permanently as the database's owner. Results of such reads are discarded.
 */
class BeginningConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  /** Rejects when the transaction could not be started. */
  readonly started: Promise<unknown>
  #hasStarted = false
  /** Something waits for the start of the transaction, and so does everything after it. */
  #isHeldBack = false
  /** Why the transaction is aborted: the error of the first statement that failed. */
  #firstError: unknown = null

  constructor(connection: DatabaseConnection, beginning: string) {
    this.#connection = connection
    this.started = connection.executeQuery(CompiledQuery.raw(beginning)).then(() => (this.#hasStarted = true))
    this.started.catch(() => undefined)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#executeInOrder(query)
    } catch (error) {
      if (!isAborted(error)) this.#firstError ??= error
      throw error
    }
  }

  /**
   * Returns the error that aborted the transaction instead of the server's reply to every later statement: of pipelined
   * statements, a later one's may arrive first.
   */
  causeOf(error: unknown): unknown {
    return isAborted(error) ? (this.#firstError ?? error) : error
  }

  async #executeInOrder<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#hasStarted) return await this.#connection.executeQuery<Row>(query)
    if (this.#isHeldBack || !isReading(query.sql)) {
      this.#isHeldBack = true
      await this.started
      return await this.#connection.executeQuery<Row>(query)
    }
    const found = this.#connection.executeQuery<Row>(query)
    found.catch(() => undefined)
    await this.started
    return await found
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }
}

const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'

/** Statements with these beginnings only read: those that write begin otherwise, or with `with`. */
const isReading = (statement: string) => /^\s*select\b/i.test(statement)

/**
 * Commits without waiting, then makes an ordinary commit that changes nothing, which waits for the disk, for synchronous
 * standbys where there are some, and for everything that was committed before. An aborted transaction refuses the first statement.
 */
const commitEarly = CompiledQuery.raw(
  `set local synchronous_commit to off; commit; select pg_logical_emit_message(true, 'atrium', '')`,
)

/** The shared driver with its own start of transactions, and its own end for those that release their locks early. */
class DriverThatBegins implements Driver {
  releasesLocksEarly = false
  provider: PipeliningProvider | null = null
  #isCommitted = false
  readonly #beginning: string
  readonly #driver: Driver
  #connection: BeginningConnection | null = null

  constructor(beginning: string, driver: Driver) {
    this.#beginning = beginning
    this.#driver = driver
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection = new BeginningConnection(connection, this.#beginning)
  }

  /** The connection whose transaction is starting. */
  beginning(): BeginningConnection {
    if (!this.#connection) throw new Error('The transaction has not begun.')
    return this.#connection
  }

  /** Runs the queries and the commit, all sent at once: the commit of a transaction whose query failed rolls it back. */
  async commitWith<Result>(
    queries: readonly CompiledQuery[],
    read: (running: Promise<QueryResult<object>>[]) => Promise<Result>,
  ): Promise<Result> {
    const connection = this.beginning()
    await connection.started
    this.provider?.closeIdle()
    const running = queries.map((query) => connection.executeQuery<object>(query))
    // The commit of an aborted transaction fails as well, which says less than the statement's error.
    const [result, committed] = await Promise.allSettled([read(running), this.#commit(connection)])
    if (result.status === 'rejected') throw result.reason
    if (committed.status === 'rejected') throw committed.reason
    this.#isCommitted = true
    return result.value
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#isCommitted) await this.#commit(connection)
  }

  async #commit(connection: DatabaseConnection): Promise<void> {
    // On one connection: if the server stops between the two commits, the second fails.
    if (this.releasesLocksEarly) await connection.executeQuery(commitEarly)
    else await this.#driver.commitTransaction(connection)
  }

  rollbackTransaction = (connection: DatabaseConnection) => this.#driver.rollbackTransaction(connection)
  init = () => this.#driver.init()
  acquireConnection = () => this.#driver.acquireConnection()
  releaseConnection = (connection: DatabaseConnection) => this.#driver.releaseConnection(connection)
  destroy = () => this.#driver.destroy()
}
