import type { AccountId, SystemAccount, UserId } from '@atrium/contract'
import type { Plans } from '../../accounts/index.ts'
import { monthOf } from '../../credits/index.ts'
import { type Identity, lockSystemAdmins } from '../../identity/index.ts'
import type { Live } from '../../live/index.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import { presentAccount } from '../plans/present.ts'
import { accountRow } from '../plans/queries.ts'
import { sql } from 'kysely'

type InAccount = (trx: Transaction, account: { accountId: AccountId }) => Promise<void>

export type AccountPorts = {
  database: Database
  plans: Plans
  identity: Pick<Identity, 'endSessions'>
  live: Pick<Live, 'onAccessRevoked' | 'publishRevokedAccess' | 'publish'>
  /** Addresses of ATRIUM_ADMINS. */
  admins: readonly string[]
  now: () => Date
  /** Other nouns' steps when an account is suspended, in the same transaction: answers end, jobs pause. */
  onSuspending: readonly InAccount[]
  /** The same when it is deleted. */
  onDeleting: readonly InAccount[]
  log: Log
}

/** A system administrator's action on an account. */
export type AccountDeed = { actorId: UserId; accountId: AccountId }

/** The account as system administrators see it. NOT_FOUND for one that its owner deleted. */
export async function presented(
  trx: Transaction,
  { plans, now }: Pick<AccountPorts, 'plans' | 'now'>,
  accountId: AccountId,
): Promise<SystemAccount> {
  return presentAccount((await accountRow(trx, accountId, monthOf(now()))) ?? fail('NOT_FOUND'), plans)
}

/**
 * Throws FORBIDDEN while a system administrator belongs to the account, so that the pages of 'System' stay within reach. Locks the
 * list of system administrators; the actor must still be one.
 */
export async function refuseWithAdmins(
  trx: Transaction,
  { admins }: Pick<AccountPorts, 'admins'>,
  { actorId, accountId }: AccountDeed,
): Promise<void> {
  const current = await lockSystemAdmins(trx, admins)
  if (!current.some(({ userId }) => userId === actorId)) fail('NOT_FOUND')
  const found = await sql`
    select from membership where account_id = ${accountId} and user_id = any(${current.map(({ userId }) => userId)}::text[])
      and status <> 'INVITED' limit 1`.execute(trx)
  if (found.rows.length > 0) fail('FORBIDDEN')
}
