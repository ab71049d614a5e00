import { type DeletionPlan, limits, type Proof, type SessionId, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { advisoryLock, inSystem, type Transaction } from '../../platform/database/index.ts'
import { noteDeletion } from '../../identity/index.ts'
import { fail } from '../../platform/failure.ts'
import type { UserPorts } from '../ports.ts'
import { deleteWithUser, ownedAccounts } from './accounts-of-user.ts'

type DeletionPorts = Pick<UserPorts, 'clock' | 'database' | 'identity' | 'log' | 'endActivity'>

const eraseAtFrom = (now: Date) => new Date(now.getTime() + limits.userUndoDays * 24 * 60 * 60 * 1000)

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
    await advisoryLock(transaction, `accounts owned by ${userId}`)
    const person = (await identity.personOf(userId)) ?? fail('UNAUTHENTICATED')
    const owned = await ownedAccounts(transaction, userId)
    if (owned.some(({ memberCount }) => memberCount > 1)) fail('OWNS_SHARED_ACCOUNT')
    const accountIds = owned.map(({ id }) => id)
    await deleteWithUser(transaction, accountIds, requestedAt)
    if (!(await noteDeletion(transaction, userId, { requestedAt, eraseAt, accountIds }))) fail('CONFLICT')
    await endAllActivity(ports, transaction, userId)
    const { language, timeZone } = person
    const date = new Intl.DateTimeFormat(language ?? 'en', {
      dateStyle: 'long',
      timeZone: timeZone ?? 'UTC',
    }).format(eraseAt)
    await identity.sendSecurityMail(transaction, person, 'deletionRequested', { date })
    return await identity.endSessions(transaction, userId)
  })
  announce()
  log.info({ event: 'user.deletion_requested', userId, eraseAt }, 'A user requested their deletion')
  return { eraseAt: eraseAt.toISOString() }
}

async function endAllActivity({ endActivity }: DeletionPorts, transaction: Transaction, userId: UserId) {
  const found = await sql<{ accountId: `account_${string}` }>`
    select account_id as "accountId" from membership where user_id = ${userId}`.execute(transaction)
  for (const { accountId } of found.rows) await endActivity(transaction, { accountId, userId })
}
