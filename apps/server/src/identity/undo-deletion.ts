import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { takeBackDeletion } from './deletions.ts'
import { personOf } from './people.ts'
import type { From } from './ports.ts'
import type { OpenSession } from './session-opener.ts'
import type { Tools } from './tools.ts'

/**
 * Takes a deletion back, by the ticket that a sign-in within its seven days was given, and ends that sign-in. Whoever has the
 * ticket has shown every factor already.
 */
export async function undoDeletion(tools: Tools, ticket: string, from: From): Promise<OpenSession> {
  const userId = (await tools.tickets.read(ticket, 'undo-deletion')) ?? fail('SIGN_IN_EXPIRED')
  await inSystem(tools.database, async (transaction) => {
    if (!(await tools.tickets.use(transaction, ticket))) fail('SIGN_IN_EXPIRED')
    const deletion = (await takeBackDeletion(transaction, userId)) ?? fail('SIGN_IN_EXPIRED')
    await tools.restoreAccounts(transaction, deletion)
    const person = await personOf(transaction, userId)
    if (person) await tools.mails.tellOfSecurity(transaction, person, 'deletionUndone')
  })
  tools.log.info({ userId }, 'deletion of a user undone')
  return await finishSignIn(tools, userId, from, 'both')
}
