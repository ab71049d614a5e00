import type { AutoPreference, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, type Database, type Transaction } from '../platform/database/index.ts'

/** What Auto is for who has not chosen. */
export const defaultPreference: AutoPreference = 'balanced'

/** What the person wants of Auto (MODEL-02). The profile belongs to the person, not to an account: any transaction may read it. */
export async function preferenceOf(trx: Transaction, userId: UserId): Promise<AutoPreference> {
  const { rows } = await sql<{
    auto_preference: AutoPreference | null
  }>`select auto_preference from user_profile where user_id = ${userId}`.execute(trx)
  return rows[0]?.auto_preference ?? defaultPreference
}

/** Keeps what the person wants of Auto. */
export async function setAutoPreference(
  database: Database,
  userId: UserId,
  preference: AutoPreference,
): Promise<void> {
  await inSystem(database, (trx) =>
    sql`update user_profile set auto_preference = ${preference} where user_id = ${userId}`.execute(trx),
  )
}
