import { sql } from 'kysely'
import type { Transaction } from './connect.ts'

/** Waits for this transaction's exclusive lock of this name, across nodes; released when the transaction ends. */
export async function advisoryLock(transaction: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** The same without waiting: false when another transaction has the lock. For work that one node at a time does. */
export async function tryAdvisoryLock(transaction: Transaction, name: string): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction)
  return result.rows[0]?.locked === true
}
