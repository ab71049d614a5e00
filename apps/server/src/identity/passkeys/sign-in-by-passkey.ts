import { limits, type PasskeyRequest, type PasskeyResponse } from '@atrium/contract'
import type { z } from 'zod'
import { fail } from '../../platform/failure.ts'
import { auditSignIn } from '../audit-sign-in.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'
import { knownTransports, passkeyByCredential, type PasskeyRow } from './queries.ts'

/** Returns the options for signing in: without a user, so the reply reveals nothing about anybody. */
export async function beginPasskeySignIn(
  { attempts, challenges, relyingParty }: IdentityServices,
  from: From,
): Promise<z.output<typeof PasskeyRequest>> {
  await attempts.count('passkeyByNetwork', { ip: from.ip })
  return {
    rpId: relyingParty.id,
    challenge: await challenges.make(null),
    timeout: limits.passkeyChallengeSeconds * 1000,
    userVerification: 'required',
  }
}

/**
 * Opens a session by a passkey. The authenticator has verified its user, so it counts as both factors. Unknown, forged, replayed
 * and cloned ones (their signature counter goes back) look alike: PASSKEY_NOT_ACCEPTED.
 */
export async function signInByPasskey(
  services: IdentityServices,
  response: PasskeyResponse,
  from: From,
): Promise<OpenSession> {
  await services.attempts.count('signInByNetwork', { ip: from.ip })
  const passkey = await passkeyByCredential(services.database.kysely, response.id)
  if (!passkey || !(await isSignedBy(services, passkey, response))) {
    services.log.warn({ event: 'passkey.refused', ip: from.ip, passkeyId: passkey?.id }, 'Refused a passkey')
    if (passkey) auditSignIn(services, passkey.user_id, 'refused', from)
    return fail('PASSKEY_NOT_ACCEPTED')
  }
  return await finishSignIn(services, passkey.user_id, from, { factors: 'both' })
}

async function isSignedBy(
  { challenges, clock, database, log, relyingParty }: IdentityServices,
  passkey: PasskeyRow,
  response: PasskeyResponse,
): Promise<boolean> {
  const { userHandle } = response.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    return false
  // Loaded with the first passkey: certificate handling needs many packages.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => challenges.take(challenge, null),
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.signature_count,
      transports: knownTransports(passkey.transports),
    },
  }).catch((error: unknown) => {
    // The library throws for every mismatch; the reason is for the log.
    log.warn(
      { event: 'passkey.verification_failed', err: error, passkeyId: passkey.id },
      'Could not verify a passkey',
    )
    return null
  })
  if (!verified?.verified) return false
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const noted = await database.kysely
    .updateTable('identity_passkey')
    .set({ signature_count: newCounter, is_synced: credentialBackedUp, last_used_at: clock.now() })
    .where('id', '=', passkey.id)
    .where('signature_count', '=', passkey.signature_count)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
