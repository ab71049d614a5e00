import { setTimeout as delay } from 'node:timers/promises'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { CodeKey, CodePurpose } from './code-limits.ts'
import type { From } from '../ports.ts'
import { findByEmail } from '../queries.ts'
import type { Accepted } from '../sign-up/sign-up.ts'
import type { IdentityServices } from '../identity-services.ts'

/** Longer than looking a person up and queueing a mail takes, so that the time doesn't reveal whether there was one. */
const evenMs = 120

/**
 * Sends a code to an address if it makes sense for its owner: one that confirms an address only for a pending sign-up of this
 * browser. Replies the same, in the same time, for unknown addresses. CODE_RECENTLY_SENT when it is too early. The code works
 * only in this browser.
 */
export async function sendCode(
  services: IdentityServices,
  { email, purpose }: { email: string; purpose: CodePurpose },
  from: From,
): Promise<{ reply: Accepted; setCookies: string[] }> {
  const evenly = delay(evenMs)
  const browser = services.browsers.of(from)
  if (!(await services.knownBrowsers.knows(email, browser.hash)))
    await services.attempts.count('mailByNetwork', { ip: from.ip })
  const newCode = await queueCode(services, { email, purpose, browserHash: browser.hash }, from)
  await evenly
  if (newCode.outcome === 'wait')
    fail('CODE_RECENTLY_SENT', { retryAfterSeconds: newCode.resendAfterSeconds })
  return {
    reply: { accepted: true, resendAfterSeconds: newCode.resendAfterSeconds, codeDigits: newCode.codeDigits },
    setCookies: browser.setCookies,
  }
}

export async function queueCode(services: IdentityServices, key: CodeKey, from: From) {
  const isKnownBrowser = await services.knownBrowsers.knows(key.email, key.browserHash)
  return await inSystem(services.database, async (transaction) => {
    const known = await findByEmail(transaction, key.email)
    const waiting = known ? undefined : await services.signUps.find(transaction, key.email, key.browserHash)
    const recipient = key.purpose === 'new-password' ? (known ?? waiting) : waiting
    const newCode = await services.codes.make(transaction, {
      ...key,
      ip: from.ip,
      isKnownBrowser,
      isMailed: recipient !== undefined,
    })
    if (newCode.outcome === 'made' && recipient) {
      const to = { email: key.email, language: recipient.language }
      await services.mails.sendCode(transaction, to, key.purpose, newCode.code, { isKnownBrowser })
    }
    return newCode
  })
}
