import type { AccountId, CreditRequest, CreditRequestId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

type RequestRow = Omit<CreditRequest, 'createdAt' | 'decidedAt' | 'granted'> & {
  accountId: AccountId
  accountName: string
  createdAt: Date
  decidedAt: Date | null
  grantedMilli: number | null
}

/** Returns requests with the names of the person and the account; `which` is the query's condition, order and limit. */
export async function readRequests(trx: Transaction, which: RawBuilder<unknown>): Promise<RequestRow[]> {
  const found = await sql<RequestRow>`
    select credit_request.account_id as "accountId", account.name as "accountName", credit_request.id as "requestId",
      credit_request.user_id as "userId", identity_user.name, reason, state, credit_request.created_at as "createdAt",
      decided_at as "decidedAt", granted_milli as "grantedMilli", credit_request.frequency, answer
    from credit_request join account on account.id = credit_request.account_id
    join identity_user on identity_user.id = credit_request.user_id
    where account.deleted_at is null and ${which}`.execute(trx)
  return found.rows
}

export const requestById = (requestId: CreditRequestId) => sql`credit_request.id = ${requestId}`

export const ofAccount = (accountId: AccountId) => sql`credit_request.account_id = ${accountId}`

export const latestOf = (accountId: AccountId, userId: UserId) => sql`
  ${ofAccount(accountId)} and credit_request.user_id = ${userId}
  order by credit_request.created_at desc, credit_request.id desc limit 1`

export const presentRequest = (row: RequestRow): CreditRequest => ({
  requestId: row.requestId,
  userId: row.userId,
  name: row.name,
  reason: row.reason,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  granted: row.grantedMilli === null ? null : row.grantedMilli / 1000,
  frequency: row.frequency,
  answer: row.answer,
})

/** Returns the account's own remaining credits, in thousandths of a credit. */
export async function teamMilliOf(trx: Transaction, accountId: AccountId): Promise<number> {
  const row = await trx
    .selectFrom('credit_balance')
    .select('available_milli')
    .where('account_id', '=', accountId)
    .where('holder', '=', 'team')
    .executeTakeFirst()
  return row?.available_milli ?? 0
}

/** With less than one credit an account has nothing to distribute: the request goes to system administrators. */
export const accountIsEmpty = (teamMilli: number): boolean => teamMilli < 1000
