import { fail } from '../../platform/failure.ts'
import type { IdentityServices } from '../identity-services.ts'

/**
 * Refuses the sign-up of an address that may not sign up, in any way: SIGN_UP_REFUSED while sign-up is closed, or by invitation
 * and this one is not invited; EMAIL_NOT_ACCEPTED for a disposable address, where those are refused. Does not reveal whether the
 * address is known.
 */
export async function refuseSignUp(
  { signUpMode, isInvited, isRefusedAddress, log }: IdentityServices,
  email: string,
  inviteToken: string | undefined,
): Promise<void> {
  const isOpen =
    signUpMode === 'open' || (signUpMode === 'invited-only' && (await isInvited(email, inviteToken)))
  if (!isOpen) {
    log.info({ event: 'sign_up.refused', signUpMode }, 'Refused a sign-up')
    fail('SIGN_UP_REFUSED')
  }
  if (isRefusedAddress(email)) {
    log.info({ event: 'sign_up.disposable_refused' }, 'Refused a sign-up with a disposable address')
    fail('EMAIL_NOT_ACCEPTED')
  }
}
