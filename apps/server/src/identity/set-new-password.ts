import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { endSessionsOf } from './live-sessions.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import type { From } from './ports.ts'
import { confirmEmail, findByEmail, setPassword } from './queries.ts'
import type { OpenSession } from './session-opener.ts'
import type { Tools } from './tools.ts'
import { checkCode } from './verify-email.ts'

export type NewPassword = { email: string; code: string; password: string }

/**
 * Sets a new password by the code, ends every session there was and opens one here. The code proves the address too, so
 * somebody who never confirmed it has done so now.
 */
export async function setNewPassword(
  tools: Tools,
  { email, code, password }: NewPassword,
  from: From,
): Promise<OpenSession> {
  refuseCommonPassword(password)
  await checkCode(tools, { email, purpose: 'new-password', code }, from)
  const passwordHash = await hashPassword(password)

  const { userId, sessionIds } = await inSystem(tools.database, async (transaction) => {
    await tools.codes.use(transaction, { email, purpose: 'new-password' }, code)
    const known = (await findByEmail(transaction, email)) ?? fail('CODE_NOT_ACCEPTED')
    await setPassword(transaction, known.userId, passwordHash)
    await confirmEmail(transaction, known.userId)
    await tools.codes.discard(transaction, email)
    await tools.mails.tellOfNewPassword(transaction, { email, language: known.language })
    return { userId: known.userId, sessionIds: await endSessionsOf(transaction, known.userId) }
  })
  tools.liveSessions.announceEnd({ userId, sessionIds })
  await tools.attempts.forgive('signInByEmail', { email })
  tools.log.info({ userId, endedSessions: sessionIds.length }, 'new password set')
  return await finishSignIn(tools, userId, from)
}
