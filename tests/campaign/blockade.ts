import { connect, type Database, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'

/** A transaction that blocks another one, to hold a step within that transaction. */
export interface Blockade {
  /** Resolves when a connection of the product waits for it. */
  caught(): Promise<void>
  /**
   * Rolls it back. Waiting statements continue and, if their client is dead, may still complete a statement outside a transaction;
   * `endsWaiters` terminates them first, as if the database had never received them.
   */
  release(options: { endsWaiters: boolean }): Promise<void>
}

/** Runs a statement that locks something, and keeps its transaction open. */
export async function blockade(
  database: Database,
  address: DatabaseAddress,
  statement: string,
  values: unknown[],
): Promise<Blockade> {
  const own = connect(address, { log: createLog({ level: 'silent' }), maxConnections: 1 })
  const client = await own.pool.connect()
  await client.query('begin')
  const { rowCount } = await client.query(statement, values)
  if (!rowCount) throw new Error(`Nothing to hold: ${statement}`)
  const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  return {
    async caught() {
      const deadline = Date.now() + 10_000
      while (!(await isWaitedFor())) {
        if (Date.now() > deadline) throw new Error(`Nobody came to wait for: ${statement}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async release({ endsWaiters }) {
      if (endsWaiters)
        await database.pool
          .query(
            'select pg_terminate_backend(pid, 5000) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
            [pid],
          )
          .catch(() => undefined)
      // The database itself may have been killed while we held it.
      await client.query('rollback').catch(() => undefined)
      client.release(true)
      await own.close()
    },
  }

  async function isWaitedFor(): Promise<boolean> {
    const found = await database.pool.query(
      'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))',
      [pid],
    )
    return (found.rowCount ?? 0) > 0
  }
}
