import { type AccountId, limits, type UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

export type ModelRules = {
  /** Allowed models besides Auto; null: all. */
  allowedModelIds: readonly string[] | null
  defaultModelId: string | null
}

/** Returns an account's rules for models. */
export async function modelRulesOf(trx: Transaction, accountId: AccountId): Promise<ModelRules> {
  const row = await trx
    .selectFrom('account')
    .select(['allowed_model_ids as allowedModelIds', 'default_model_id as defaultModelId'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row ?? { allowedModelIds: [], defaultModelId: null }
}

/** Returns a member's monthly limit including their extra monthly credits, in thousandths of a credit; null without a limit. */
export async function creditLimitOf(
  trx: Transaction,
  accountId: AccountId,
  userId: UserId,
): Promise<number | null> {
  const row = await trx
    .selectFrom('membership')
    .select((eb) => eb('monthly_credit_limit_milli', '+', eb.ref('monthly_extra_milli')).as('limitMilli'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.limitMilli ?? null
}

/** SQL condition: whether a member has such a limit. */
export const isCreditLimited = (accountId: AccountId, userId: UserId): RawBuilder<boolean> => sql`
  exists (select from membership where account_id = ${accountId} and user_id = ${userId}
    and monthly_credit_limit_milli is not null)`

/** Raises a member's extra monthly credits as decided by an account admin, up to `limits.monthlyExtraCreditsMax`. */
export async function addMonthlyExtra(
  trx: Transaction,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  milli: number,
): Promise<void> {
  await sql`
    update membership set monthly_extra_milli = least(monthly_extra_milli + ${milli}, ${limits.monthlyExtraCreditsMax * 1000})
    where account_id = ${accountId} and user_id = ${userId}`.execute(trx)
}

/** Returns which of these people get extra credits each month, in thousandths of a credit. */
export async function monthlyExtrasOf(
  trx: Transaction,
  accountId: AccountId,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; milli: number }[]> {
  return await trx
    .selectFrom('membership')
    .select(['user_id as userId', 'monthly_extra_milli as milli'])
    .where('account_id', '=', accountId)
    .where('user_id', 'in', userIds)
    .where('monthly_extra_milli', '>', 0)
    .execute()
}

/** Returns whether chat owners may make links that anyone can open. */
export async function allowsPublicLinks(trx: Transaction, accountId: AccountId): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('allows_public_links as isAllowed')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.isAllowed ?? false
}

export type RetentionRule = { accountId: AccountId; days: number }

/** Returns the accounts with a chat retention period. Needs a system transaction. */
export async function retentionRules(trx: Transaction): Promise<RetentionRule[]> {
  const rows = await trx
    .selectFrom('account')
    .select(['id as accountId', 'chat_retention_days as days'])
    .where('chat_retention_days', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ accountId, days }) => (days === null ? [] : [{ accountId, days }]))
}
