import type { AccountId, AccountRole, UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Identity } from '../identity/index.ts'

/** Balances in thousandths of a credit. */
export type Balances = { teamMilli: number; userMilli: number; monthlyTeamMilli: number }

/** What users is given. */
export type UserPorts = {
  database: Database
  identity: Pick<Identity, 'personOf' | 'changePerson' | 'acceptTerms'>
  /** What an account and a member of it have left, read in a transaction of that tenant. */
  balancesOf(transaction: Transaction, accountId: AccountId, userId: UserId): Promise<Balances>
  /** The user's role in the account, null for those who are not members. */
  roleIn(accountId: AccountId, userId: UserId): Promise<AccountRole | null>
}
