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
import type { Tools } from '../tools.ts'
import { checkCode } from '../codes/verify-email.ts'

export type NewPassword = { email: string; code: string; password: string }

/**
 * Sets a new password by code, ends every existing session and opens one here. The code proves the address too, so it confirms an
 * unconfirmed sign-up.
 */
export async function setNewPassword(
  tools: Tools,
  { email, code, password }: NewPassword,
  from: From,
): Promise<OpenSession> {
  await refuseCommonPassword(password)
  const key = { email, purpose: 'new-password', browserHash: tools.browsers.known(from) ?? '' } as const
  await checkCode(tools, { ...key, code }, from)
  const passwordHash = await tools.passwords.hash(password, { client: networkOf(from.ip), lane: 'sign-in' })

  const { userId, sessionIds } = await inSystem(tools.database, async (transaction) => {
    await lockAddress(transaction, email)
    await tools.codes.use(transaction, key, code)
    const { userId, language } =
      (await findByEmail(transaction, email)) ?? (await confirmWaiting(tools, transaction, key))
    await setPassword(transaction, userId, passwordHash)
    await tools.codes.discard(transaction, email)
    await tools.mails.sendPasswordChangedMail(transaction, { email, language })
    return { userId, sessionIds: await endSessionsOf(transaction, userId) }
  })
  tools.liveSessions.announceEnd({ userId, sessionIds })
  await tools.attempts.forgive('signInByEmail', { email })
  tools.log.info({ event: 'password.reset', userId, endedSessions: sessionIds.length }, 'Set a new password')
  return await finishSignIn(tools, userId, from)
}

/** Makes a user of this browser's pending sign-up. */
async function confirmWaiting(
  { signUps }: Tools,
  transaction: Transaction,
  { email, browserHash }: { email: string; browserHash: string },
) {
  const waiting = (await signUps.find(transaction, email, browserHash)) ?? fail('CODE_NOT_ACCEPTED')
  return { userId: await signUps.confirm(transaction, waiting), language: waiting.language }
}
