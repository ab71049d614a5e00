import type { Proof, SessionId, UserId } from '@atrium/contract'
import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { deleteOtherSessions } from './own-sessions.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { personOf } from './people.ts'
import { passwordHashOf, setPassword } from './queries.ts'
import { requireProof } from './require-proof.ts'
import type { Tools } from './tools.ts'

/**
 * Changes the password, by the old one alone; who never had one proves in another way who they are. Every other session ends,
 * codes that were mailed are worth nothing any more, and the person hears of it. Returns how many sessions ended.
 */
export async function changePassword(
  tools: Tools,
  actor: { userId: UserId; sessionId: SessionId },
  { proof, password }: { proof?: Proof | undefined; password: string },
): Promise<number> {
  const { userId } = actor
  refuseCommonPassword(password)
  const hasPassword = (await passwordHashOf(tools.database.kysely, userId)) !== null
  if (hasPassword && !(proof && 'password' in proof)) fail('PROOF_NOT_ACCEPTED')
  await requireProof(tools, actor, proof)
  const passwordHash = await hashPassword(password)
  const sessionIds = await inSystem(tools.database, async (transaction) => {
    const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
    await setPassword(transaction, userId, passwordHash)
    await tools.codes.discard(transaction, person.email)
    await tools.mails.tellOfNewPassword(transaction, person)
    return (await deleteOtherSessions(transaction, actor)).map(({ id }) => id)
  })
  tools.liveSessions.announceEnd({ userId, sessionIds })
  tools.log.info({ userId, endedSessions: sessionIds.length }, 'password changed')
  return sessionIds.length
}
