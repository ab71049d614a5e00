import type { CreditDecision, CreditRequest, CreditRequestId, SystemCreditDecision } from '@atrium/contract'
import { addMonthlyExtra, lockAccountEditor, writeAudit } from '../../accounts/index.ts'
import { writeSystemAudit } from '../../identity/index.ts'
import { inSystem, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { grantCredits } from '../grant-credits.ts'
import { periodOf } from '../period-of.ts'
import { appendEntries, lockBalances, openBalances } from '../queries.ts'
import { raiseExtra } from '../raise-extra.ts'
import type { Actor, CreditRequestPorts } from './ports.ts'
import { ofAccount, presentRequest, readRequests, requestById } from './read-requests.ts'
import { addressed, adminsOf, mailEach, readerOf } from './recipients.ts'
import { requestMail } from './request-mail.ts'
import { sql } from 'kysely'

type Asked<Decision = CreditDecision> = { requestId: CreditRequestId; decision: Decision }
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
  { requestId, decision }: Asked<SystemCreditDecision>,
): Promise<CreditRequest> {
  const [found] = await inSystem(ports.database, (trx) => readRequests(trx, requestById(requestId)))
  if (!found) return fail('NOT_FOUND')
  const asked = decision.decision === 'approve' ? { ...decision, frequency: 'once' as const } : decision
  return await decide(ports, { accountId: found.accountId, userId }, { requestId, decision: asked }, 'system')
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
      await grant(ports, trx, requester, {
        requestId,
        amountMilli: decision.credits * 1000,
        isMonthly: decision.frequency === 'monthly',
        decider,
      })
    await trx
      .updateTable('credit_request')
      .set((eb) => ({
        state: decision.decision === 'approve' ? 'approved' : 'refused',
        decided_at: eb.fn<Date>('now'),
        decided_by: actor.userId,
        granted_milli: decision.decision === 'approve' ? decision.credits * 1000 : null,
        frequency: decision.decision === 'approve' ? decision.frequency : null,
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
          ? { credits: decision.credits, frequency: decision.frequency, by: decider }
          : { reason: decision.answer.trim(), by: decider },
    })
    if (decider === 'system')
      await writeSystemAudit(trx, {
        actorId: actor.userId,
        action: decision.decision === 'approve' ? 'account.request-approved' : 'account.request-refused',
        personId: requester.userId,
        objectId: accountId,
        details: decision.decision === 'approve' ? { credits: decision.credits } : {},
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

type Granted = { requestId: CreditRequestId; amountMilli: number; isMonthly: boolean; decider: Decider }

/**
 * Writes a request's grant, once. Questions use the account's credits and the member's: an account admin raises the member's
 * share, of this month or of every month; a system administrator raises both.
 */
async function grant(
  { now }: Pick<CreditRequestPorts, 'now'>,
  trx: Transaction,
  { accountId, userId }: Actor,
  { requestId, amountMilli, isMonthly, decider }: Granted,
): Promise<void> {
  const reference = `extra:${requestId}` as const
  if (decider === 'system')
    return await grantCredits(trx, { accountId, userIds: [userId], amountMilli, reference })
  await openBalances(trx, accountId, ['team', userId])
  const balances = await lockBalances(trx, accountId, ['team', userId])
  if ((balances.get('team') ?? 0) < amountMilli) fail('ACCOUNT_OUT_OF_CREDITS')
  if (!isMonthly)
    return await appendEntries(trx, accountId, [{ holder: userId, kind: 'grant', amountMilli, reference }])
  await addMonthlyExtra(trx, { accountId, userId }, amountMilli)
  await raiseExtra(trx, { accountId, userId, period: await periodOf(trx, accountId, now()) })
}
