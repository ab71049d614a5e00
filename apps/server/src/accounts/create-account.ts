import { type Account, type AccountId, limits, mintId, type UserId } from '@atrium/contract'
import { advisoryLock, type Database, inSystem, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { writeAudit } from './audit.ts'
import { presentAccount } from './present.ts'
import { accountOf, accountsOf, countOwned } from './queries.ts'
import { refuseLookAlike } from './refuse-look-alike.ts'
import type { Plans } from './read-plans.ts'

export type OpenedAccount = { id: AccountId; name: string; planName: string }

/** Sets up a new account's data for other nouns, in the transaction that creates it; if it fails, the account isn't created. */
export type OnOpened = (trx: Transaction, account: OpenedAccount, owner: UserId) => Promise<void>

export type AccountPorts = {
  database: Database
  plans: Plans
  mainApiUrl: string
  onOpened: readonly OnOpened[]
}

/**
 * Creates an account on the default plan with the caller as its owner, then runs `onOpened`. One person owns at most
 * `limits.maxAccountsOwned`: ACCOUNT_LIMIT_REACHED. Runs as the system, because the person is in no account yet.
 */
export async function createAccount(
  ports: AccountPorts,
  owner: UserId,
  { name }: { name: string },
): Promise<Account> {
  const { database, plans, onOpened } = ports
  return await inSystem(database, async (trx) => {
    await advisoryLock(trx, `accounts owned by ${owner}`)
    if ((await countOwned(trx, owner)) >= limits.maxAccountsOwned) fail('ACCOUNT_LIMIT_REACHED')

    refuseLookAlike(name, await accountsOf(trx, owner))

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
    for (const setUpAccount of onOpened) await setUpAccount(trx, account, owner)
    const opened = (await accountOf(trx, account.id, owner)) ?? fail('INTERNAL')
    return presentAccount(opened, ports)
  })
}
