import type { AccountId, Language, UserId } from '@atrium/contract'
import type { Database } from '../../platform/database/index.ts'
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'

export type Actor = { accountId: AccountId; userId: UserId }

/** A mail recipient, with their language and whether they want mail. */
export type Reader = { userId: UserId; email: string; language: Language | null; wantsMail: boolean }

export type CreditRequestPorts = {
  database: Database
  /** The public address of the site, without a trailing slash. */
  siteUrl: string
  now(): Date
  unsubscribe: Pick<UnsubscribeLinks, 'urlFor'>
  systemAdmins(): Promise<Reader[]>
  /** Makes open browsers of these people reload. */
  onChanged(people: readonly Actor[]): void
}
