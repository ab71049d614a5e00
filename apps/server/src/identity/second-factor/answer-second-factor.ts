import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditSignIn } from '../audit-sign-in.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { personOf } from '../people.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'

/**
 * Completes a sign-in that requires the second factor. A right code is used up; wrong ones count for the ticket and, over all
 * tickets, for the user. Mails the person when a recovery code was used.
 */
export async function answerSecondFactor(
  services: IdentityServices,
  { ticket, code }: { ticket: string; code: string },
  from: From,
): Promise<OpenSession> {
  const { attempts, database, log, mails, secondFactors, tickets } = services
  const { userId, idToken } = (await tickets.read(ticket, 'second-factor')) ?? fail('SIGN_IN_EXPIRED')
  const browserHash = services.browsers.known(from)
  // Guesses with a stolen password don't use up the attempts of a known browser.
  const kind = (await services.knownBrowsers.knowsUser(userId, browserHash))
    ? 'secondFactorByKnownBrowser'
    : 'secondFactorByUser'
  const by = kind === 'secondFactorByUser' ? { userId } : { userId, browserHash }
  await attempts.count(kind, by)
  const accepted = await secondFactors.accept(userId, code)
  if (!accepted) {
    log.warn({ event: 'second_factor.refused', userId, ip: from.ip }, 'Refused a second factor')
    auditSignIn(services, userId, 'refused', from)
    await attempts.count('wrongCodeByNetwork', { ip: from.ip })
    return fail('SECOND_FACTOR_NOT_ACCEPTED')
  }
  await attempts.forgive(kind, by)
  const isFirst = await inSystem(database, async (transaction) => {
    const person = await personOf(transaction, userId)
    if (accepted.by === 'recovery-code' && person)
      await mails.sendSecurityMail(transaction, person, 'recoveryCodeUsed', { left: accepted.left })
    return await tickets.use(transaction, ticket)
  })
  if (!isFirst) fail('SIGN_IN_EXPIRED')
  return await finishSignIn(services, userId, from, { factors: 'both', idToken })
}
