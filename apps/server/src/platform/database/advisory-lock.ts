import { sql } from 'kysely'
import type { Transaction } from './connect.ts'

/** Waits until this transaction alone, on any node, holds the lock of this name; it is given back when the transaction ends. */
export async function advisoryLock(transaction: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** The same without waiting: false when another transaction holds the lock. For work that one node at a time does. */
export async function tryAdvisoryLock(transaction: Transaction, name: string): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction)
  return result.rows[0]?.locked === true
}
