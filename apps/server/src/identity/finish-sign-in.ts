import type { UserId } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { auditSignIn } from './audit-sign-in.ts'
import { deletionOf } from './deletions.ts'
import type { From } from './ports.ts'
import type { OpenSession } from './sessions/session-opener.ts'
import type { IdentityServices } from './identity-services.ts'

/**
 * The last step of every way of signing in, after it has proved the person and their address. All further requirements are
 * checked here, so that no way bypasses them. `factors`: `one` for a password, a provider or a mailed code; `both` for a passkey
 * or an additional second-factor code. `idToken` is the OpenID provider's: it accompanies the session, however many steps precede
 * it.
 *
 * Opens a session, or throws with the missing step and its ticket in `details`: SECOND_FACTOR_NEEDED after one of two factors,
 * USER_BEING_DELETED when the person requested their deletion and can still undo it. USER_DELETED when a system administrator
 * deleted them.
 */
export async function finishSignIn(
  services: IdentityServices,
  userId: UserId,
  from: From,
  { factors = 'one', idToken }: { factors?: 'one' | 'both'; idToken?: string | undefined } = {},
): Promise<OpenSession> {
  const { browsers, database, knownBrowsers, log, secondFactors, sessions, tickets } = services
  if (factors === 'one' && (await secondFactors.isOn(userId)))
    fail('SECOND_FACTOR_NEEDED', { details: await tickets.make(userId, 'second-factor', idToken) })
  const deletion = await deletionOf(database.kysely, userId)
  if (deletion?.isBySystem) fail('USER_DELETED')
  if (deletion)
    fail('USER_BEING_DELETED', {
      details: {
        ...(await tickets.make(userId, 'undo-deletion', idToken)),
        eraseAt: deletion.eraseAt.toISOString(),
      },
    })
  const session = await sessions.open(userId, from)
  const browser = browsers.of(from)
  await knownBrowsers.note(userId, browser.hash)
  auditSignIn(services, userId, 'succeeded', from)
  log.info({ event: 'session.opened', userId, sessionId: session.token.sessionId, factors }, 'Signed in')
  const token = idToken === undefined ? session.token : { ...session.token, idToken }
  return { token, setCookies: [...session.setCookies, ...browser.setCookies] }
}
