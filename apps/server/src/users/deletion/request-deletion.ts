import { type DeletionPlan, type Proof, type SessionId, type UserId } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { UserPorts } from '../ports.ts'
import { ownedAccounts } from './accounts-of-user.ts'
import { deleteUser, eraseAtFrom, eraseDateFor } from './delete-user.ts'

type DeletionPorts = Pick<UserPorts, 'clock' | 'database' | 'identity' | 'log' | 'endActivity'>

/** Returns the consequences of deleting a user: the accounts deleted with them, and those that prevent it. */
export async function planDeletion(
  { clock, database }: DeletionPorts,
  userId: UserId,
): Promise<DeletionPlan> {
  const owned = await inSystem(database, (transaction) => ownedAccounts(transaction, userId))
  return {
    accounts: owned.map((account) => ({
      ...account,
      fate: account.memberCount === 1 ? 'goes' : 'in-the-way',
    })),
    eraseAt: eraseAtFrom(clock.now()).toISOString(),
  }
}

/**
 * Deletes a user at their own, proved request: every session ends now, accounts that are theirs alone are deleted with them, and
 * after seven days everything is erased. Until then signing in offers to undo it. OWNS_SHARED_ACCOUNT while an account of theirs
 * has other members, whom this request must not affect.
 */
export async function requestDeletion(
  ports: DeletionPorts,
  actor: { userId: UserId; sessionId: SessionId },
  proof: Proof | undefined,
): Promise<{ eraseAt: string }> {
  const { clock, database, identity, log } = ports
  const { userId } = actor
  await identity.requireProof(actor, proof)
  const requestedAt = clock.now()
  const eraseAt = eraseAtFrom(requestedAt)
  const announce = await inSystem(database, async (transaction) => {
    const person = (await identity.personOf(userId)) ?? fail('UNAUTHENTICATED')
    const deleted = await deleteUser(transaction, ports, { userId, requestedAt, isBySystem: false })
    if (deleted !== 'deleted') fail(deleted === 'owns-shared-account' ? 'OWNS_SHARED_ACCOUNT' : 'CONFLICT')
    const date = eraseDateFor(person, eraseAt)
    await identity.sendSecurityMail(transaction, person, 'deletionRequested', { date })
    return await identity.endSessions(transaction, userId)
  })
  announce()
  log.info({ event: 'user.deletion_requested', userId, eraseAt }, 'A user requested their deletion')
  return { eraseAt: eraseAt.toISOString() }
}
