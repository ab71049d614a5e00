import type { Proof, SessionId, UserId } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { deleteOtherSessions } from '../sessions/own-sessions.ts'
import { refuseCommonPassword } from './passwords.ts'
import { personOf } from '../people.ts'
import { passwordHashOf, setPassword } from '../queries.ts'
import { requireProof } from '../require-proof.ts'
import type { IdentityServices } from '../identity-services.ts'

/**
 * Changes the password, given the old one; a person without a password proves who they are in another way. Ends every other
 * session, invalidates mailed codes, and mails the person. Returns how many sessions ended.
 */
export async function changePassword(
  services: IdentityServices,
  actor: { userId: UserId; sessionId: SessionId },
  { proof, password }: { proof?: Proof | undefined; password: string },
): Promise<number> {
  const { userId } = actor
  await refuseCommonPassword(password)
  const hasPassword = (await passwordHashOf(services.database.kysely, userId)) !== null
  if (hasPassword && !(proof && 'password' in proof)) fail('PROOF_NOT_ACCEPTED')
  await requireProof(services, actor, proof)
  const passwordHash = await services.passwords.hash(password, {
    client: actor.sessionId,
    lane: 'known-browser',
  })
  const sessionIds = await inSystem(services.database, async (transaction) => {
    const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
    await setPassword(transaction, userId, passwordHash)
    await services.codes.discard(transaction, person.email)
    await services.mails.sendPasswordChangedMail(transaction, person)
    return (await deleteOtherSessions(transaction, actor)).map(({ id }) => id)
  })
  services.liveSessions.announceEnd({ userId, sessionIds })
  services.log.info(
    { event: 'password.changed', userId, endedSessions: sessionIds.length },
    'Changed a password',
  )
  return sessionIds.length
}
