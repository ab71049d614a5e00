import { fail } from '../platform/failure.ts'
import type { Tools } from './tools.ts'

/**
 * Ends the sign-up of an address that may not sign up here, by whichever way it comes: SIGN_UP_REFUSED while sign-up is
 * closed, or for the invited alone and this is none of them; EMAIL_NOT_ACCEPTED for an address to throw away, where those are
 * refused. Says nothing about whether the address is known.
 */
export async function refuseSignUp(
  { signUpMode, isInvited, isRefusedAddress, log }: Tools,
  email: string,
  inviteToken: string | undefined,
): Promise<void> {
  const isOpen =
    signUpMode === 'open' || (signUpMode === 'invited-only' && (await isInvited(email, inviteToken)))
  if (!isOpen) {
    log.info({ signUpMode }, 'sign-up refused')
    fail('SIGN_UP_REFUSED')
  }
  if (isRefusedAddress(email)) {
    log.info('sign-up with an address to throw away refused')
    fail('EMAIL_NOT_ACCEPTED')
  }
}
