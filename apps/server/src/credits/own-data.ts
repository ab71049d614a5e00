import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: [
    'credit_entry.holder',
    'credit_request.user_id',
    'credit_request.decided_by',
    'credit_grant.granted_by',
  ],
  read: async (trx, userId) => ({
    credits: await creditsOf(trx, userId),
    'credit-requests': await creditRequestsOf(trx, userId),
    'credit-decisions': {
      requests: await decisionsOf(trx, userId),
      grants: await grantsBy(trx, userId),
    },
  }),
}

const creditsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", kind, amount_milli as "amountMilli", reference, created_at as at
      from credit_entry where holder = ${userId} order by created_at, id`,
  )

const creditRequestsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", reason, state, created_at as "createdAt", decided_at as "decidedAt",
        granted_milli as "grantedMilli", frequency, answer
      from credit_request where user_id = ${userId} order by created_at`,
  )

/** Their decisions on requests, with what they answered, but not what others had written. */
const decisionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", state, decided_at as "decidedAt", granted_milli as "grantedMilli", answer
      from credit_request where decided_by = ${userId} order by decided_at, id`,
  )

const grantsBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", amount_milli as "amountMilli", frequency, reason, granted_at as "grantedAt"
      from credit_grant where granted_by = ${userId} order by granted_at, id`,
  )
