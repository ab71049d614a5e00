import type { AccountId, ScheduleId, UserId } from '@atrium/contract'
import type { AnswerPorts } from '../answers/index.ts'
import type { UnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

export type ScheduleKey = { accountId: AccountId; scheduleId: ScheduleId }

export type SchedulePorts = AnswerPorts & {
  /** The public address of the site, without a trailing slash. */
  siteUrl: string
  unsubscribe: Pick<UnsubscribeLinks, 'urlFor'>
  /** End of the current downtime; null outside of one. No run starts during one. */
  downtimeEnd(): Date | null
  /** Whether this process is ending: it starts nothing more. */
  isStopping(): boolean
}
