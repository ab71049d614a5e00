import { mailProblems } from '@atrium/contract'
import type { Database } from '../../platform/database/index.ts'
import type { SystemSettings } from '../system-settings.ts'
import { type Finding, issuesOf } from './parts.ts'
import { mailFigures } from './queries.ts'

const waitingSeconds = 5 * 60
/** An older refusal with none since says little about the present. */
const failureCountsMs = 24 * 60 * 60 * 1000

type Ports = { database: Database; settings: Pick<SystemSettings, 'mailSource'> }

/** Checks where mail goes, the queue, and the last sent and refused mail. Contains no addresses. */
export async function checkMail({ database, settings }: Ports): Promise<Finding<'mail'>> {
  const source = settings.mailSource()
  const { waiting, oldestWaitingSeconds, lastSentAt, failedAt, problem } = await mailFigures(database)
  const hasFailedLast =
    failedAt !== null &&
    (lastSentAt === null || failedAt > lastSentAt) &&
    Date.now() - failedAt.getTime() < failureCountsMs
  // An unknown recipient is not a failure of the mail server.
  const isFailing = hasFailedLast && problem !== 'RECIPIENT_REFUSED'
  return {
    facts: {
      source,
      waiting,
      oldestWaitingSeconds,
      lastSentAt: lastSentAt?.toISOString() ?? null,
      lastFailure: failedAt && {
        at: failedAt.toISOString(),
        kind: mailProblems.find((one) => one === problem) ?? null,
      },
    },
    issues: issuesOf({
      MAIL_NOT_CONFIGURED: source === 'none',
      MAIL_FAILING: isFailing,
      MAIL_WAITING: !isFailing && oldestWaitingSeconds >= waitingSeconds,
      MAIL_SANDBOX: source === 'sandbox',
    }),
  }
}
