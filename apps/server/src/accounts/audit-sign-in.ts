import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'

/**
 * Writes a sign-in or a refused attempt into the audit log of every account of the person. `network` is the address without the
 * part that identifies a machine.
 */
export async function auditSignIn(
  database: Database,
  { userId, outcome, network }: { userId: UserId; outcome: 'succeeded' | 'refused'; network: string | null },
): Promise<void> {
  await inSystem(database, (trx) =>
    sql`
      insert into audit_entry (account_id, actor_id, action, object_type, object_id, details)
      select account.id, ${userId}, ${`sign-in.${outcome}`}, 'member', ${userId}, ${JSON.stringify({ network })}::jsonb
      from membership join account on account.id = account_id
      where user_id = ${userId} and status <> 'INVITED' and deleted_at is null`.execute(trx),
  )
}
