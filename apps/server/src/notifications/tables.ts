import type { PushKind, SessionId, StopReason, UserId } from '@atrium/contract'
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

/** A browser that is notified while Atrium is closed in it. */
export interface PushSubscriptionTable {
  session_id: SessionId
  user_id: UserId
  endpoint: string
  p256dh: string
  auth: string
  kinds: PushKind[]
  changed_at: Generated<Date>
}

export interface PushSentTable {
  user_id: UserId
  subject: string
  sent_at: Generated<Date>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    mail_digest: MailDigestTable
    mail_stopped_address: MailStoppedAddressTable
    push_subscription: PushSubscriptionTable
    push_sent: PushSentTable
  }
}
