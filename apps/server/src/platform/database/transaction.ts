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
import type { DatabaseTables } from './tables.ts'

/** On whose behalf a transaction works. Both ids are checked by the caller; a person may be without an account. */
export interface Tenant {
  accountId: string | null
  userId: string | null
}

/**
 * Runs `work` in a transaction that sees only what row-level security shows to this tenant: role and ids are set for the
 * transaction alone, so nothing of them is left on the connection afterwards, however it ends. Every query that serves a
 * request belongs in here. Throws what `work` throws, after rolling back.
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
  // A zero byte would end the message in its middle.
  if (id?.includes('\0')) throw new TypeError('An id cannot hold a zero byte.')
  return pg.escapeLiteral(id ?? '')
}

/**
 * DANGEROUS: a transaction as the owner of the database, which row-level security does not bind. Only for what belongs to no
 * tenant or to all: identity, the sweeper, mail, jobs. Every query in it must name its account itself.
 */
export function inSystem<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, 'begin', work)
}

/**
 * `beginning` goes to the server as one message, and what is read first goes out with it, so that opening a tenant's transaction
 * costs no round trip of its own. Commit, rollback and the discarding of broken connections are Kysely's. Queries that `work`
 * asks without waiting for one another go out together, and the server answers them in the order in which they were asked.
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
    try {
      const result = await work(
        new KyselyTransaction<DatabaseTables>({
          ...props,
          executor: props.executor.withConnectionProvider(provider),
        }),
      )
      await beginningConnection.begun
      return result
    } finally {
      provider.close()
    }
  })
}

/** Gives the transaction's connection to each query at once: Kysely's own lets one wait for the other. */
class PipeliningProvider implements ConnectionProvider {
  #connection: DatabaseConnection | null

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (!this.#connection) throw new Error('A query was asked in a transaction that is over.')
    return await consumer(this.#connection)
  }

  /** From here on the connection may be somebody else's. */
  close(): void {
    this.#connection = null
  }
}

/**
 * A connection on which a transaction is being begun. Until the server has said that it is, only reading is sent: were beginning
 * to fail, what is asked after it would be done by the owner of the database and for good. What is read then is told nobody.
 */
class BeginningConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  /** Rejects when the transaction could not be begun. */
  readonly begun: Promise<unknown>
  #isBegun = false
  /** Something waits until the transaction is begun, and so does all that is asked after it. */
  #isHeldBack = false

  constructor(connection: DatabaseConnection, beginning: string) {
    this.#connection = connection
    this.begun = connection.executeQuery(CompiledQuery.raw(beginning)).then(() => (this.#isBegun = true))
    this.begun.catch(() => undefined)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isBegun) return await this.#connection.executeQuery<Row>(query)
    if (this.#isHeldBack || !isReading(query.sql)) {
      this.#isHeldBack = true
      await this.begun
      return await this.#connection.executeQuery<Row>(query)
    }
    const found = this.#connection.executeQuery<Row>(query)
    found.catch(() => undefined)
    await this.begun
    return await found
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }
}

/** A statement that begins so changes nothing: one that writes begins with another word, or with `with`. */
const isReading = (statement: string) => /^\s*select\b/i.test(statement)

/** The shared driver, except for what it sends to begin a transaction. */
class DriverThatBegins implements Driver {
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

  /** The connection on which the transaction is being begun. */
  beginning(): BeginningConnection {
    if (!this.#connection) throw new Error('The transaction has not begun.')
    return this.#connection
  }

  commitTransaction = (connection: DatabaseConnection) => this.#driver.commitTransaction(connection)
  rollbackTransaction = (connection: DatabaseConnection) => this.#driver.rollbackTransaction(connection)
  init = () => this.#driver.init()
  acquireConnection = () => this.#driver.acquireConnection()
  releaseConnection = (connection: DatabaseConnection) => this.#driver.releaseConnection(connection)
  destroy = () => this.#driver.destroy()
}
