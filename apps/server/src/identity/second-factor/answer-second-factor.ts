import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { personOf } from '../people.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../session-opener.ts'
import type { Tools } from '../tools.ts'

/**
 * Ends a sign-in that asked for the second factor. A code is used up by being right; wrong ones are counted for the ticket
 * and, over all tickets, for the user. The person hears by mail of a recovery code that was used.
 */
export async function answerSecondFactor(
  tools: Tools,
  { ticket, code }: { ticket: string; code: string },
  from: From,
): Promise<OpenSession> {
  const { attempts, database, log, mails, secondFactors, tickets } = tools
  await attempts.count('codeByNetwork', { ip: from.ip })
  const userId = (await tickets.read(ticket, 'second-factor')) ?? fail('SIGN_IN_EXPIRED')
  await attempts.count('secondFactorByUser', { userId })
  const accepted = await secondFactors.accept(userId, code)
  if (!accepted) {
    log.warn({ userId, ip: from.ip }, 'second factor refused')
    return fail('SECOND_FACTOR_NOT_ACCEPTED')
  }
  await attempts.forgive('secondFactorByUser', { userId })
  const isFirst = await inSystem(database, async (transaction) => {
    const person = await personOf(transaction, userId)
    if (accepted.by === 'recovery-code' && person)
      await mails.tellOfSecurity(transaction, person, 'recoveryCodeUsed', { left: accepted.left })
    return await tickets.use(transaction, ticket)
  })
  if (!isFirst) fail('SIGN_IN_EXPIRED')
  return await finishSignIn(tools, userId, from, 'both')
}
