import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { lockAddress } from '../attempts/lock-address.ts'
import { refuseCommonPassword } from '../password/passwords.ts'
import { acceptTerms } from '../people.ts'
import type { From } from '../ports.ts'
import { findByEmail, insertConfirmedPerson } from '../queries.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import { asSignUp, languageOf } from './sign-up.ts'
import { refuseSignUp } from './sign-up-gate.ts'
import type { IdentityServices } from '../identity-services.ts'

export type SignUpByInvite = {
  /** The secret of the link in the mail. */
  token: string
  password: string
  firstName: string
  lastName: string
  language?: string | undefined
}

/**
 * Signs a person up with the address of a mailed invitation, with the terms accepted, and opens a session. Only the mailbox has
 * the token, so it proves the address as a code would. The address comes from the invitation, never from the request. Refuses an
 * address with a user (INVITE_SIGN_IN_FIRST): an old or forwarded link never opens an existing user account.
 */
export async function signUpByInvite(
  services: IdentityServices,
  { token, password, firstName, lastName, language }: SignUpByInvite,
  from: From,
): Promise<OpenSession> {
  const { attempts, clock, codes, database, invitedAddress, log, passwords, signUps } = services
  if (!services.signInByPassword) fail('SIGN_IN_METHOD_OFF')
  await attempts.count('signUpByNetwork', { ip: from.ip })
  const email =
    (await inSystem(database, (transaction) => invitedAddress(transaction, token))) ??
    fail('INVITE_NOT_VALID')
  if (await findByEmail(database.kysely, email)) fail('INVITE_SIGN_IN_FIRST')
  await refuseSignUp(services, email, token)
  await refuseCommonPassword(password)
  const passwordHash = await passwords.hash(password, asSignUp(from))

  const userId = await inSystem(database, async (transaction) => {
    await lockAddress(transaction, email)
    // Checked again: the invitation may have ended, or somebody else may have used the link, during the hashing.
    if ((await invitedAddress(transaction, token)) !== email) return fail('INVITE_NOT_VALID')
    if (await findByEmail(transaction, email)) return fail('INVITE_SIGN_IN_FIRST')
    // An unconfirmed sign-up with the address may be anybody's: deletes all of it, above all its password.
    await signUps.end(transaction, email)
    await codes.discard(transaction, email)
    const person = { email, firstName, lastName, language: languageOf(language), passwordHash }
    const added = await insertConfirmedPerson(transaction, person)
    await acceptTerms({ kysely: transaction }, added, clock.now())
    return added
  })
  log.info({ event: 'identity.signed_up_by_invite', userId }, 'Signed up by a mailed invitation')
  return await finishSignIn(services, userId, from)
}
