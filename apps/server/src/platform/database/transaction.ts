import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
  Kysely,
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
 * `beginning` goes to the server as one message, so that opening a tenant's transaction costs one round trip and not two.
 * Commit, rollback and the discarding of broken connections are Kysely's. Queries that `work` asks without waiting for one
 * another go out together, and the server answers them in the order in which they were asked.
 */
function inTransaction<Result>(
  { kysely, dialect }: Database,
  beginning: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const driver = new DriverThatBegins(beginning, dialect.driver)
  const props = { config: { dialect }, dialect, driver, executor: kysely.getExecutor() }
  return new Kysely<DatabaseTables>(props).transaction().execute(async () => {
    const provider = new PipeliningProvider(driver.begun())
    try {
      return await work(
        new KyselyTransaction<DatabaseTables>({
          ...props,
          executor: props.executor.withConnectionProvider(provider),
        }),
      )
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

/** The shared driver, except for what it sends to begin a transaction. */
class DriverThatBegins implements Driver {
  readonly #beginning: string
  readonly #driver: Driver
  #connection: DatabaseConnection | null = null

  constructor(beginning: string, driver: Driver) {
    this.#beginning = beginning
    this.#driver = driver
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#beginning))
      this.#connection = connection
    } catch (error) {
      // `begin` itself may have succeeded; Kysely rolls back only what it knows to have begun.
      await this.#driver.rollbackTransaction(connection)
      throw error
    }
  }

  /** The connection on which the transaction was begun. */
  begun(): DatabaseConnection {
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
