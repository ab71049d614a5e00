import {
  fullName,
  limits,
  mintId,
  type NewPasskeyResponse,
  type Passkey,
  type PasskeyCreation,
  type Proof,
  type SessionId,
  type UserId,
} from '@atrium/contract'
import type { z } from 'zod'
import { advisoryLock, inSystem, isUniqueViolation } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { personOf } from '../people.ts'
import { requireProof } from '../require-proof.ts'
import type { IdentityServices } from '../identity-services.ts'
import { knownTransports, passkeysOf, presentPasskey } from './queries.ts'

/** EdDSA, ES256 and RS256 (COSE), best first: what authenticators support. */
const algorithms = [-8, -7, -257]

/**
 * Returns the options for creating a passkey; the authenticator must verify the user and store the key, so that it is
 * discoverable.
 */
export async function beginPasskey(
  services: IdentityServices,
  actor: { userId: UserId; sessionId: SessionId },
  proof: Proof | undefined,
): Promise<z.output<typeof PasskeyCreation>> {
  const { challenges, database, relyingParty } = services
  await requireProof(services, actor, proof)
  const person = (await personOf(database.kysely, actor.userId)) ?? fail('UNAUTHENTICATED')
  const known = await passkeysOf(database.kysely, actor.userId)
  if (known.length >= limits.maxPasskeys) fail('CONFLICT')
  return {
    rp: { id: relyingParty.id, name: relyingParty.name },
    user: {
      id: Buffer.from(actor.userId).toString('base64url'),
      name: person.email,
      displayName: fullName(person),
    },
    challenge: await challenges.make(actor.userId),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: limits.passkeyChallengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports: knownTransports(transports),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** Adds the passkey that an authenticator created for a challenge of this user. Throws PASSKEY_NOT_ACCEPTED. */
export async function addPasskey(
  services: IdentityServices,
  userId: UserId,
  { name, response }: { name: string; response: NewPasskeyResponse },
): Promise<Passkey> {
  const { challenges, clock, database, log, mails, relyingParty } = services
  // Loaded with the first passkey: certificate handling needs many packages.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: {
      ...response,
      clientExtensionResults: {},
      response: { ...response.response, transports: knownTransports(response.response.transports ?? []) },
    },
    expectedChallenge: (challenge) => challenges.take(challenge, userId),
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => fail('PASSKEY_NOT_ACCEPTED', { cause }))
  if (!verified.verified) return fail('PASSKEY_NOT_ACCEPTED')

  const { credential, credentialBackedUp } = verified.registrationInfo
  const row = {
    id: mintId('passkey'),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    signature_count: credential.counter,
    transports: knownTransports(response.response.transports ?? []),
    is_synced: credentialBackedUp,
    name,
    created_at: clock.now(),
    last_used_at: null,
  }
  await inSystem(database, async (transaction) => {
    await advisoryLock(transaction, `passkeys of ${userId}`)
    if ((await passkeysOf(transaction, userId)).length >= limits.maxPasskeys) fail('CONFLICT')
    await transaction.insertInto('identity_passkey').values(row).execute()
    const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
    await mails.sendSecurityMail(transaction, person, 'passkeyAdded')
  }).catch((error: unknown) => {
    // Either the authenticator is broken and reuses a key, or somebody replays a registration.
    if (isUniqueViolation(error)) return fail('PASSKEY_NOT_ACCEPTED', { cause: error })
    throw error
  })
  log.info({ event: 'passkey.added', userId, passkeyId: row.id }, 'Added a passkey')
  return presentPasskey(row)
}
