import { limits, type Proof, type SessionId, type UserId } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { matchesPassword } from './passwords.ts'
import { passwordHashOf } from './queries.ts'
import type { Tools } from './tools.ts'

type Asking = { userId: UserId; sessionId: SessionId }

/**
 * Lets only the person themselves pass, not whoever found their browser open: by their password or a code of their second
 * factor. Who has neither must have signed in a moment ago. Throws PROOF_NOT_ACCEPTED, SIGN_IN_AGAIN, RATE_LIMITED.
 */
export async function requireProof(
  tools: Tools,
  { userId, sessionId }: Asking,
  proof: Proof | undefined,
): Promise<void> {
  const { attempts, database, secondFactors } = tools
  const passwordHash = await passwordHashOf(database.kysely, userId)
  if (passwordHash === null && !(await secondFactors.isOn(userId)))
    return await requireFreshSession(tools, sessionId)
  if (!proof) return fail('PROOF_NOT_ACCEPTED')

  await attempts.count('proofByUser', { userId })
  const isRight =
    'password' in proof
      ? await matchesPassword(passwordHash, proof.password)
      : (await secondFactors.accept(userId, proof.code)) !== null
  if (!isRight) {
    tools.log.warn({ userId, by: Object.keys(proof)[0] }, 'proof refused')
    fail('PROOF_NOT_ACCEPTED')
  }
  await attempts.forgive('proofByUser', { userId })
}

async function requireFreshSession({ database, clock }: Tools, sessionId: SessionId): Promise<void> {
  const session = await database.kysely
    .selectFrom('identity_session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const youngestMs = clock.now().getTime() - limits.freshSignInSeconds * 1000
  if (!session || session.created_at.getTime() < youngestMs) fail('SIGN_IN_AGAIN')
}
