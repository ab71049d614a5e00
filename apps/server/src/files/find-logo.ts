import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'

/** Where logos are in the storage. */
export const logoFolder = 'logo/'

/**
 * The stored name of a logo whose picture arrived by a form of this very account, from the form's key or the name alone; null
 * when there is none. So nobody can wear the logo of others by its address.
 */
export async function findLogo(
  trx: Transaction,
  accountId: AccountId,
  keyOrName: string,
): Promise<string | null> {
  const name = keyOrName.startsWith(logoFolder) ? keyOrName.slice(logoFolder.length) : keyOrName
  const logo = await trx
    .selectFrom('logo')
    .select('name')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('uploaded_at', 'is not', null)
    .executeTakeFirst()
  return logo?.name ?? null
}
