import { setTimeout as delay } from 'node:timers/promises'
import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { CodePurpose } from './codes.ts'
import type { From } from './ports.ts'
import { findByEmail } from './queries.ts'
import type { Tools } from './tools.ts'

/** Longer than it takes to look somebody up and queue a mail, so that the time does not tell whether there was one. */
const evenMs = 120

/**
 * Sends a code to whoever has the address, if the code makes sense for them: a new one to confirm an address only while it
 * is not confirmed. Answers, and takes as long, as if there were always somebody. CODE_RECENTLY_SENT when it is too early.
 */
export async function sendCode(
  tools: Tools,
  { email, purpose }: { email: string; purpose: CodePurpose },
  from: From,
): Promise<{ accepted: true; resendAfterSeconds: number }> {
  const evenly = delay(evenMs)
  await tools.attempts.count('mailByNetwork', { ip: from.ip })
  const newCode = await queueCode(tools, email, purpose)
  await evenly
  if (newCode.outcome === 'wait')
    fail('CODE_RECENTLY_SENT', { retryAfterSeconds: newCode.resendAfterSeconds })
  return { accepted: true, resendAfterSeconds: newCode.resendAfterSeconds }
}

export const queueCode = (tools: Tools, email: string, purpose: CodePurpose) =>
  inSystem(tools.database, async (transaction) => {
    const newCode = await tools.codes.make(transaction, { email, purpose })
    const known = await findByEmail(transaction, email)
    const isDue = known && (purpose === 'new-password' || !known.emailVerified)
    if (newCode.outcome === 'made' && isDue)
      await tools.mails.sendCode(transaction, { email, language: known.language }, purpose, newCode.code)
    return newCode
  })
