import { limits, type PasskeyRequest, type PasskeyResponse } from '@atrium/contract'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../session-opener.ts'
import type { Tools } from '../tools.ts'
import { knownTransports, passkeyByCredential, type PasskeyRow } from './queries.ts'

/** What an authenticator is asked to sign in: no user is named, so the answer tells nothing about anybody. */
export async function beginPasskeySignIn(
  { attempts, challenges, relyingParty }: Tools,
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
 * Opens a session by a passkey. The authenticator has checked its person by itself, so it stands for both factors. Unknown,
 * forged, repeated and copied ones (their count of signatures goes back) look alike: PASSKEY_NOT_ACCEPTED.
 */
export async function signInByPasskey(
  tools: Tools,
  response: PasskeyResponse,
  from: From,
): Promise<OpenSession> {
  await tools.attempts.count('signInByNetwork', { ip: from.ip })
  const passkey = await passkeyByCredential(tools.database.kysely, response.id)
  if (!passkey || !(await isSignedBy(tools, passkey, response))) {
    tools.log.warn({ ip: from.ip, passkeyId: passkey?.id }, 'passkey refused')
    return fail('PASSKEY_NOT_ACCEPTED')
  }
  return await finishSignIn(tools, passkey.user_id, from, 'both')
}

async function isSignedBy(
  { challenges, clock, database, log, relyingParty }: Tools,
  passkey: PasskeyRow,
  response: PasskeyResponse,
): Promise<boolean> {
  const { userHandle } = response.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    return false
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
    // The library throws for whatever does not fit; what did not, is for the log.
    log.warn({ err: error, passkeyId: passkey.id }, 'passkey did not fit')
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
