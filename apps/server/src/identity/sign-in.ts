import { fail } from '../platform/failure.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { From } from './ports.ts'
import { queueCode } from './send-code.ts'
import type { OpenSession } from './session-opener.ts'
import type { PasswordEvidence } from './sign-in-by-password.ts'
import type { Tools } from './tools.ts'

/**
 * Opens a session by email and password. Only somebody with the right password hears that the address is not confirmed yet;
 * a fresh code is then on its way, unless one was sent a moment ago.
 */
export async function signIn(
  tools: Tools,
  { email, password }: PasswordEvidence,
  from: From,
): Promise<OpenSession> {
  const { attempts, byPassword, log } = tools
  await attempts.count('signInByNetwork', { ip: from.ip })
  await attempts.count('signInByEmailAndNetwork', { email, ip: from.ip })
  await attempts.count('signInByEmail', { email })
  const proof = await byPassword.prove({ email, password })
  if (proof.outcome === 'refused') {
    log.warn({ ip: from.ip }, 'sign-in refused')
    fail('INVALID_CREDENTIALS')
  }
  await attempts.forgive('signInByEmailAndNetwork', { email, ip: from.ip })
  await attempts.forgive('signInByEmail', { email })
  if (!proof.emailVerified) {
    const { resendAfterSeconds } = await queueCode(tools, email, 'verify-email')
    fail('EMAIL_NOT_VERIFIED', { details: { resendAfterSeconds } })
  }
  return await finishSignIn(tools, proof.userId, from)
}
