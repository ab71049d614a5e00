import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { endSessionsOf } from '../sessions/live-sessions.ts'
import { lockAddress } from '../attempts/lock-address.ts'
import { refuseCommonPassword } from './passwords.ts'
import { networkOf } from '../network.ts'
import type { From } from '../ports.ts'
import { findByEmail, setPassword } from '../queries.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'
import { checkCode } from '../codes/verify-email.ts'

export type NewPassword = { email: string; code: string; password: string }

/**
 * Sets a new password by code, ends every existing session and opens one here. The code proves the address too, so it confirms an
 * unconfirmed sign-up.
 */
export async function setNewPassword(
  services: IdentityServices,
  { email, code, password }: NewPassword,
  from: From,
): Promise<OpenSession> {
  await refuseCommonPassword(password)
  const key = { email, purpose: 'new-password', browserHash: services.browsers.known(from) ?? '' } as const
  await checkCode(services, { ...key, code }, from)
  const passwordHash = await services.passwords.hash(password, {
    client: networkOf(from.ip),
    lane: 'sign-in',
  })

  const { userId, sessionIds } = await inSystem(services.database, async (transaction) => {
    await lockAddress(transaction, email)
    await services.codes.use(transaction, key, code)
    const { userId, language } =
      (await findByEmail(transaction, email)) ?? (await confirmWaiting(services, transaction, key))
    await setPassword(transaction, userId, passwordHash)
    await services.codes.discard(transaction, email)
    await services.mails.sendPasswordChangedMail(transaction, { email, language })
    return { userId, sessionIds: await endSessionsOf(transaction, userId) }
  })
  services.liveSessions.announceEnd({ userId, sessionIds })
  await services.attempts.forgive('signInByEmail', { email })
  services.log.info(
    { event: 'password.reset', userId, endedSessions: sessionIds.length },
    'Set a new password',
  )
  return await finishSignIn(services, userId, from)
}

/** Makes a user of this browser's pending sign-up. */
async function confirmWaiting(
  { signUps }: IdentityServices,
  transaction: Transaction,
  { email, browserHash }: { email: string; browserHash: string },
) {
  const waiting = (await signUps.find(transaction, email, browserHash)) ?? fail('CODE_NOT_ACCEPTED')
  return { userId: await signUps.confirm(transaction, waiting), language: waiting.language }
}
