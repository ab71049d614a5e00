import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { cancelDeletion } from './deletions.ts'
import { personOf } from './people.ts'
import type { From } from './ports.ts'
import type { OpenSession } from './sessions/session-opener.ts'
import type { IdentityServices } from './identity-services.ts'

/**
 * Undoes a deletion, by the ticket of a sign-in within its seven days, and completes that sign-in. The ticket's holder has
 * already shown every factor.
 */
export async function undoDeletion(
  services: IdentityServices,
  ticket: string,
  from: From,
): Promise<OpenSession> {
  const { userId, idToken } =
    (await services.tickets.read(ticket, 'undo-deletion')) ?? fail('SIGN_IN_EXPIRED')
  await inSystem(services.database, async (transaction) => {
    if (!(await services.tickets.use(transaction, ticket))) fail('SIGN_IN_EXPIRED')
    const deletion =
      (await cancelDeletion(transaction, userId, { isBySystem: false })) ?? fail('SIGN_IN_EXPIRED')
    await services.restoreAccounts(transaction, deletion)
    const person = await personOf(transaction, userId)
    if (person) await services.mails.sendSecurityMail(transaction, person, 'deletionUndone')
  })
  services.log.info({ event: 'user.deletion_undone', userId }, 'Undid the deletion of a user')
  return await finishSignIn(services, userId, from, { factors: 'both', idToken })
}
