import type { Identity } from '../../identity/index.ts'
import type { Transaction } from '../../platform/database/index.ts'

/**
 * Ends every session that began before now, once per version: a version whose sessions were ended before does nothing. Returns the
 * function to call after the commit; undefined when nothing was done.
 */
export async function endSessionsOnce(
  transaction: Transaction,
  identity: Pick<Identity, 'endSessionsBefore'>,
  version: string,
  now: Date,
): Promise<(() => void) | undefined> {
  const added = await transaction
    .insertInto('forced_sign_out')
    .values({ version, ended_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added && (await identity.endSessionsBefore(transaction, now))
}

/** When the sessions older than a version were ended; null when they were not. */
export async function sessionsEndedAt(transaction: Transaction, version: string): Promise<Date | null> {
  const row = await transaction
    .selectFrom('forced_sign_out')
    .select('ended_at')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.ended_at ?? null
}
