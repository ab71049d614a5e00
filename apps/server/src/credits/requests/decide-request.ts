import type { CreditDecision, CreditRequest, CreditRequestId } from '@atrium/contract'
import { lockAccountEditor, writeAudit } from '../../accounts/index.ts'
import { inSystem, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { openBalances } from '../grant-month.ts'
import { grantCredits } from '../grant-credits.ts'
import { appendEntries, lockBalances } from '../queries.ts'
import type { Actor, CreditRequestPorts } from './ports.ts'
import { ofAccount, presentRequest, readRequests, requestById } from './read-requests.ts'
import { addressed, adminsOf, mailEach, readerOf } from './recipients.ts'
import { requestMail } from './request-mail.ts'
import { sql } from 'kysely'

type Asked = { requestId: CreditRequestId; decision: CreditDecision }
/** An account admin distributes the account's credits; a system administrator adds credits. */
type Decider = 'account' | 'system'

/** Decides a request as an admin of its account. */
export const decideRequest = (
  ports: CreditRequestPorts,
  actor: Actor,
  asked: Asked,
): Promise<CreditRequest> => decide(ports, actor, asked, 'account')

/** Decides a request of any account as a system administrator. */
export async function decideSystemRequest(
  ports: CreditRequestPorts,
  userId: Actor['userId'],
  asked: Asked,
): Promise<CreditRequest> {
  const [found] = await inSystem(ports.database, (trx) => readRequests(trx, requestById(asked.requestId)))
  if (!found) return fail('NOT_FOUND')
  return await decide(ports, { accountId: found.accountId, userId }, asked, 'system')
}

async function decide(
  ports: CreditRequestPorts,
  actor: Actor,
  { requestId, decision }: Asked,
  decider: Decider,
): Promise<CreditRequest> {
  const { accountId } = actor
  const { decided, admins } = await inTenant(ports.database, actor, async (trx) => {
    if (decider === 'account') await lockAccountEditor(trx, actor)
    const open = await trx
      .selectFrom('credit_request')
      .select(['user_id as userId', 'state'])
      .where('account_id', '=', accountId)
      .where('id', '=', requestId)
      .forUpdate()
      .executeTakeFirst()
    if (!open) return fail('NOT_FOUND')
    if (open.state !== 'open') return fail('CREDIT_REQUEST_DECIDED')
    const requester = { accountId, userId: open.userId }
    if (decision.decision === 'approve')
      await grant(trx, requester, { requestId, amountMilli: decision.credits * 1000 }, decider)
    await trx
      .updateTable('credit_request')
      .set((eb) => ({
        state: decision.decision === 'approve' ? 'approved' : 'refused',
        decided_at: eb.fn<Date>('now'),
        decided_by: actor.userId,
        granted_milli: decision.decision === 'approve' ? decision.credits * 1000 : null,
        answer: decision.decision === 'refuse' ? decision.answer.trim() : null,
      }))
      .where('account_id', '=', accountId)
      .where('id', '=', requestId)
      .execute()
    await writeAudit(trx, {
      accountId,
      actorId: actor.userId,
      action: decision.decision === 'approve' ? 'credits.granted' : 'credits.refused',
      objectType: 'member',
      objectId: requester.userId,
      details:
        decision.decision === 'approve'
          ? { credits: decision.credits, by: decider }
          : { reason: decision.answer.trim(), by: decider },
    })
    const [row] = await readRequests(trx, sql`${ofAccount(accountId)} and ${requestById(requestId)}`)
    if (!row) return fail('NOT_FOUND')
    const news = decision.decision === 'approve' ? 'approved' : 'refused'
    await mailEach(trx, await readerOf(trx, requester.userId), actor.userId, (to) =>
      requestMail(news, addressed(ports, to), row),
    )
    return { decided: presentRequest(row), admins: await adminsOf(trx, actor) }
  })
  const recipients = new Set([decided.userId, ...admins.map(({ userId }) => userId)])
  ports.onChanged([...recipients].map((userId) => ({ accountId, userId })))
  return decided
}

/**
 * Writes a request's grant, once. Questions use the account's credits and the member's: an account admin raises the member's
 * share, a system administrator raises both.
 */
async function grant(
  trx: Transaction,
  { accountId, userId }: Actor,
  { requestId, amountMilli }: { requestId: CreditRequestId; amountMilli: number },
  decider: Decider,
): Promise<void> {
  const reference = `extra:${requestId}` as const
  if (decider === 'system')
    return await grantCredits(trx, { accountId, userIds: [userId], amountMilli, reference })
  await openBalances(trx, accountId, ['team', userId])
  const balances = await lockBalances(trx, accountId, ['team', userId])
  if ((balances.get('team') ?? 0) < amountMilli) fail('ACCOUNT_OUT_OF_CREDITS')
  await appendEntries(trx, accountId, [{ holder: userId, kind: 'grant', amountMilli, reference }])
}
