import type { AccountId } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'

/** Erases an account's pictures from the storage; their rows cascade. Idempotent. */
export async function eraseLogos(
  { database, storage }: { database: Database; storage: Storage },
  accountId: AccountId,
): Promise<void> {
  const logos = await inTenant(database, { accountId, userId: null }, (trx) =>
    trx.selectFrom('logo').select('name').where('account_id', '=', accountId).execute(),
  )
  for (const { name } of logos) await storage.delete(logoFolder + name)
}
