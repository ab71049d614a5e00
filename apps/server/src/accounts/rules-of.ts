import type { AccountId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

export type ModelRules = {
  /** Allowed models beside Auto; null: all. */
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

/** Returns a member's monthly limit, in thousandths of a credit; null without one. */
export async function creditLimitOf(
  trx: Transaction,
  accountId: AccountId,
  userId: UserId,
): Promise<number | null> {
  const row = await trx
    .selectFrom('membership')
    .select('monthly_credit_limit_milli as limitMilli')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.limitMilli ?? null
}

/** SQL condition: whether a member has such a limit. */
export const isCreditLimited = (accountId: AccountId, userId: UserId): RawBuilder<boolean> => sql`
  exists (select from membership where account_id = ${accountId} and user_id = ${userId}
    and monthly_credit_limit_milli is not null)`

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
