import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { CodeKey } from './code-limits.ts'
import { auditSignIn } from '../audit-sign-in.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { lockAddress } from '../attempts/lock-address.ts'
import type { From } from '../ports.ts'
import { findByEmail } from '../queries.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'

/** Confirms this browser's sign-up by the mailed code, and opens a session. */
export async function verifyEmail(
  services: IdentityServices,
  { email, code }: { email: string; code: string },
  from: From,
): Promise<OpenSession> {
  const { browsers, codes, database, log, signUps } = services
  const key = { email, purpose: 'verify-email', browserHash: browsers.known(from) ?? '' } as const
  await checkCode(services, { ...key, code }, from)
  const userId = await inSystem(database, async (transaction) => {
    await lockAddress(transaction, email)
    await codes.use(transaction, key, code)
    const waiting = (await signUps.find(transaction, email, key.browserHash)) ?? fail('CODE_NOT_ACCEPTED')
    await codes.discard(transaction, email)
    return await signUps.confirm(transaction, waiting)
  })
  log.info({ event: 'email.confirmed', userId }, 'Confirmed an email address')
  return await finishSignIn(services, userId, from)
}

/**
 * Checks a code and uses one attempt of this browser's. Wrong codes count against the browser and the network, for any address;
 * they never affect the code of another browser, and a right code is accepted whatever others in the network tried. A wrong one
 * appears among the refused sign-ins of the address's accounts.
 */
export async function checkCode(
  services: IdentityServices,
  { code, ...key }: CodeKey & { code: string },
  from: From,
): Promise<void> {
  const { attempts, codes, database, log } = services
  const { email, purpose, browserHash } = key
  await attempts.count('codeByEmailAndBrowser', { email, browserHash })
  if (!(await codes.isRight(key, code))) {
    log.warn({ event: 'code.refused', ip: from.ip, purpose }, 'Refused a code')
    const holder = await findByEmail(database.kysely, email)
    if (holder) auditSignIn(services, holder.userId, 'refused', from)
    await attempts.count('wrongCodeByNetwork', { ip: from.ip })
    fail('CODE_NOT_ACCEPTED')
  }
  await attempts.forgive('codeByEmailAndBrowser', { email, browserHash })
}
