import type { UserId } from '@atrium/contract'
import { networkToShow } from './network.ts'
import type { From } from './ports.ts'
import type { IdentityServices } from './identity-services.ts'

/**
 * Reports a sign-in or a refused attempt to the audit logs of the person's accounts. Not awaited: response time must not reveal
 * whether the address is known.
 */
export function auditSignIn(
  { audit, log }: IdentityServices,
  userId: UserId,
  outcome: 'succeeded' | 'refused',
  { ip }: From,
): void {
  audit({ userId, outcome, network: networkToShow(ip) }).catch((error: unknown) =>
    log.error(
      { event: 'audit.sign_in_failed', err: error, userId },
      'Could not write a sign-in to the audit log',
    ),
  )
}
