import type { StopReason, UserId } from '@atrium/contract'
import type { Generated } from 'kysely'

export interface MailDigestTable {
  user_id: UserId
  /** The last local day whose digest was decided, as `YYYY-MM-DD`. */
  day: string
  checked_at: Date
}

/** An address, in lower case, to which no mail is sent. */
export interface MailStoppedAddressTable {
  email: string
  reason: StopReason
  stopped_at: Generated<Date>
  stopped_by: UserId | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    mail_digest: MailDigestTable
    mail_stopped_address: MailStoppedAddressTable
  }
}
