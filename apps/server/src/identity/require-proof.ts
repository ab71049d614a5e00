import { limits, type Proof, type SessionId, type UserId } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { passwordHashOf } from './queries.ts'
import type { IdentityServices } from './identity-services.ts'

type Asking = { userId: UserId; sessionId: SessionId }

/**
 * Throws unless the caller proves to be the person, not somebody at their open browser: by password or second-factor code; a
 * person with neither must have signed in recently. Throws PROOF_NOT_ACCEPTED, SIGN_IN_AGAIN, RATE_LIMITED.
 */
export async function requireProof(
  services: IdentityServices,
  { userId, sessionId }: Asking,
  proof: Proof | undefined,
): Promise<void> {
  const { attempts, database, passwords, secondFactors } = services
  const passwordHash = await passwordHashOf(database.kysely, userId)
  if (passwordHash === null && !(await secondFactors.isOn(userId)))
    return await requireFreshSession(services, sessionId)
  if (!proof) return fail('PROOF_NOT_ACCEPTED')

  await attempts.count('proofBySession', { userId, sessionId })
  const isRight =
    'password' in proof
      ? await passwords.matches(passwordHash, proof.password, { client: sessionId, lane: 'known-browser' })
      : (await secondFactors.accept(userId, proof.code)) !== null
  if (!isRight) {
    services.log.warn(
      { event: 'proof.refused', userId, by: Object.keys(proof)[0] },
      'Refused a proof of identity',
    )
    fail('PROOF_NOT_ACCEPTED')
  }
  await attempts.forgive('proofBySession', { userId, sessionId })
}

async function requireFreshSession(
  { database, clock }: IdentityServices,
  sessionId: SessionId,
): Promise<void> {
  const session = await database.kysely
    .selectFrom('identity_session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const youngestMs = clock.now().getTime() - limits.freshSignInSeconds * 1000
  if (!session || session.created_at.getTime() < youngestMs) fail('SIGN_IN_AGAIN')
}
