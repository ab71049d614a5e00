import type { AccountId, AccountRole, UserId, UserInfo } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Identity } from '../identity/index.ts'
import type { ExportJob } from './export/export-job.ts'
import type { ExportLinks } from './export/export-links.ts'

/** Balances in thousandths of a credit, and the used share of the person's monthly limit, 0 to 1; null without a limit. */
export type Balances = {
  teamMilli: number
  userMilli: number
  monthlyTeamMilli: number
  limitUsed: number | null
}

/** Fields of the user info that the operator sets for everybody. */
export type Promotion = Pick<
  UserInfo,
  | 'ui_promo_active'
  | 'ui_promo_image'
  | 'ui_promo_text'
  | 'ui_promo_active_till'
  | 'ui_new_chat_bg_image'
  | 'ui_new_chat_title'
  | 'ui_new_chat_text'
>

/** The dependencies of users. */
export type UserPorts = {
  database: Database
  storage: Storage
  clock: Clock
  log: Log
  mainApiUrl: string
  identity: Pick<
    Identity,
    | 'personOf'
    | 'changePerson'
    | 'acceptTerms'
    | 'isSystemAdmin'
    | 'requireProof'
    | 'sendSecurityMail'
    | 'endSessions'
  >
  exportLinks: ExportLinks
  /** Enqueues a data export, if and only if the transaction commits. */
  enqueueExport(transaction: Transaction, job: ExportJob): Promise<void>
  /** Ends the running answers and the chat links of a person in an account. */
  endActivity(transaction: Transaction, actor: { accountId: AccountId; userId: UserId }): Promise<void>
  /** Returns the available credits of an account and a member, read in a tenant transaction. */
  balancesOf(transaction: Transaction, accountId: AccountId, userId: UserId): Promise<Balances>
  /** The operator's announcement and new-chat screen, as fields of the user info. */
  promotion(): Promotion
  /** Returns the user's role in the account, null for non-members. */
  roleIn(accountId: AccountId, userId: UserId): Promise<AccountRole | null>
}
