import { type Account, type AccountId, limits, mintId, type UserId } from '@atrium/contract'
import { advisoryLock, type Database, inSystem, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { writeAudit } from './audit.ts'
import { presentAccount } from './present.ts'
import { accountOf, countOwned } from './queries.ts'
import type { Plans } from './read-plans.ts'

export type OpenedAccount = { id: AccountId; name: string; planName: string }

/** What belongs to a new account by decision of other nouns: done in the transaction that makes it, or there is no account. */
export type OnOpened = (trx: Transaction, account: OpenedAccount, owner: UserId) => Promise<void>

export type AccountPorts = {
  database: Database
  plans: Plans
  mainApiUrl: string
  onOpened: readonly OnOpened[]
}

/**
 * Opens an account on the default plan with the caller as its owner, then has `onOpened` furnish it. One person owns at most
 * `limits.accountsOwnedAtMost`: ACCOUNT_LIMIT_REACHED. Works as the system, because it belongs to no account yet.
 */
export async function createAccount(
  ports: AccountPorts,
  owner: UserId,
  { name }: { name: string },
): Promise<Account> {
  const { database, plans, onOpened } = ports
  return await inSystem(database, async (trx) => {
    await advisoryLock(trx, `accounts owned by ${owner}`)
    if ((await countOwned(trx, owner)) >= limits.accountsOwnedAtMost) fail('ACCOUNT_LIMIT_REACHED')

    const account: OpenedAccount = { id: mintId('account'), name, planName: plans.default.name }
    await trx
      .insertInto('account')
      .values({ id: account.id, name, plan_name: account.planName, created_by: owner })
      .execute()
    await trx
      .insertInto('membership')
      .values({ account_id: account.id, user_id: owner, role: 'owner' })
      .execute()
    await writeAudit(trx, {
      accountId: account.id,
      actorId: owner,
      action: 'account.created',
      objectType: 'account',
      objectId: account.id,
      details: { name },
    })
    for (const furnish of onOpened) await furnish(trx, account, owner)
    const opened = (await accountOf(trx, account.id, owner)) ?? fail('INTERNAL')
    return presentAccount(opened, ports)
  })
}
