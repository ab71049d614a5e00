import { type CreditRequest, limits, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../accounts/index.ts'
import { advisoryLock, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requestMail } from './request-mail.ts'
import type { Actor, CreditRequestPorts } from './ports.ts'
import { accountIsEmpty, presentRequest, readRequests, requestById, teamMilliOf } from './read-requests.ts'
import { addressed, adminsOf, mailEach } from './recipients.ts'

/**
 * Requests more credits. Mails and notifies the account's admins; when the account itself has none left, also mails the system
 * administrators, since account admins can't create credits. CREDIT_REQUEST_OPEN while the last request is pending.
 */
export async function requestCredits(
  ports: CreditRequestPorts,
  actor: Actor,
  reason: string,
): Promise<CreditRequest> {
  const systemAdmins = await ports.systemAdmins()
  const { request, admins } = await inTenant(ports.database, actor, async (trx) => {
    const { accountId, userId } = actor
    await advisoryLock(trx, `credit requests of ${accountId} ${userId}`)
    await refuseTooMany(trx, actor)
    const requestId = mintId('request')
    await trx
      .insertInto('credit_request')
      .values({ account_id: accountId, id: requestId, user_id: userId, reason: reason.trim() })
      .execute()
    await writeAudit(trx, {
      accountId,
      actorId: userId,
      action: 'credits.requested',
      objectType: 'member',
      objectId: userId,
      details: { reason: reason.trim() },
    })
    const [row] = await readRequests(trx, requestById(requestId))
    if (!row) return fail('INTERNAL')
    const admins = await adminsOf(trx, actor)
    const isEmpty = accountIsEmpty(await teamMilliOf(trx, accountId))
    const readers = isEmpty ? [...admins, ...systemAdmins] : admins
    await mailEach(trx, readers, userId, (to) => requestMail('requested', addressed(ports, to), row))
    return { request: presentRequest(row), admins }
  })
  ports.onChanged(admins.map(({ userId }) => ({ accountId: actor.accountId, userId })))
  return request
}

async function refuseTooMany(trx: Transaction, { accountId, userId }: Actor): Promise<void> {
  const found = await sql<{ open: number; today: number; oldest: Date | null }>`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where created_at > now() - interval '1 day')::int as today,
      min(created_at) filter (where created_at > now() - interval '1 day') as oldest
    from credit_request where account_id = ${accountId} and user_id = ${userId}`.execute(trx)
  const { open, today, oldest } = found.rows[0] ?? fail('INTERNAL')
  if (open > 0) fail('CREDIT_REQUEST_OPEN')
  if (today < limits.creditRequestsPerDay || oldest === null) return
  const freeAt = oldest.getTime() + 24 * 60 * 60 * 1000
  fail('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((freeAt - Date.now()) / 1000)) })
}
