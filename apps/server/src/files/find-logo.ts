import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'

/** The storage folder of logos. */
export const logoFolder = 'logo/'

/**
 * Returns the stored name of a logo uploaded by a form of this account, from the form's key or name; null when there is none.
 * Nobody can use another account's logo by its address.
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
