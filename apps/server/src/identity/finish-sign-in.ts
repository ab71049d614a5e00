import type { UserId } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { deletionOf } from './deletions.ts'
import type { From } from './ports.ts'
import type { OpenSession } from './session-opener.ts'
import type { Tools } from './tools.ts'

/**
 * The end that every way of signing in comes to, after it has proved who somebody is and that the address is theirs. Whatever
 * else has to be asked of people who sign in is asked here, so that no way leads around it. `factors` is how much was proved:
 * `one` by a password, a provider or a mailed code; `both` by a passkey, or a code of the second factor besides.
 *
 * Opens a session, or ends the request with what is still needed and a ticket for it in `details`: SECOND_FACTOR_NEEDED for
 * who has a second factor and has shown one only, USER_BEING_DELETED for who asked to be deleted and can still undo it.
 */
export async function finishSignIn(
  tools: Tools,
  userId: UserId,
  from: From,
  factors: 'one' | 'both' = 'one',
): Promise<OpenSession> {
  const { database, log, secondFactors, sessions, tickets } = tools
  if (factors === 'one' && (await secondFactors.isOn(userId)))
    fail('SECOND_FACTOR_NEEDED', { details: await tickets.make(userId, 'second-factor') })
  const deletion = await deletionOf(database.kysely, userId)
  if (deletion)
    fail('USER_BEING_DELETED', {
      details: { ...(await tickets.make(userId, 'undo-deletion')), eraseAt: deletion.eraseAt.toISOString() },
    })
  const session = await sessions.open(userId, from)
  log.info({ userId, sessionId: session.token.sessionId, factors }, 'signed in')
  return session
}
