import type { AccountId, AccountRole, UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Identity } from '../identity/index.ts'
import type { ExportJob } from './export/export-job.ts'
import type { ExportLinks } from './export/export-links.ts'

/** Balances in thousandths of a credit. */
export type Balances = { teamMilli: number; userMilli: number; monthlyTeamMilli: number }

/** What users is given. */
export type UserPorts = {
  database: Database
  storage: Storage
  clock: Clock
  log: Log
  mainApiUrl: string
  identity: Pick<
    Identity,
    'personOf' | 'changePerson' | 'acceptTerms' | 'isSystemAdmin' | 'requireProof' | 'tell' | 'endSessions'
  >
  exportLinks: ExportLinks
  /** Has a copy of somebody's data made, if and only if the transaction commits. */
  enqueueExport(transaction: Transaction, job: ExportJob): Promise<void>
  /** Ends the answers that are being written for somebody in an account. */
  stopAnswers(transaction: Transaction, actor: { accountId: AccountId; userId: UserId }): Promise<void>
  /** What an account and a member of it have left, read in a transaction of that tenant. */
  balancesOf(transaction: Transaction, accountId: AccountId, userId: UserId): Promise<Balances>
  /** The user's role in the account, null for those who are not members. */
  roleIn(accountId: AccountId, userId: UserId): Promise<AccountRole | null>
}
