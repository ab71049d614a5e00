import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Plan } from './plan.ts'
import type { Plans } from './read-plans.ts'

const none: Plan['monthly_credits'] = { team: 0, member: 0 }

/**
 * Returns an account's credits for a month (`2026-11`) by its plan. The default plan is free, so at most `plans.accountsWithGrant` accounts
 * opened by the same person get its credits each month. Deleted accounts count until they are erased, and an account that got the month's
 * credits counts for the rest of that month even when erased.
 */
export async function monthlyCreditsOf(
  trx: Transaction,
  plans: Plans,
  { accountId, planName, month }: { accountId: AccountId; planName: string; month: string },
): Promise<Plan['monthly_credits']> {
  const plan = plans.named(planName)
  if (plan !== plans.default) return plan.monthly_credits
  const paidPlans = plans.paidNames()
  const claimed = await sql<{ isGranted: boolean }>`
    select claim_monthly_grant(${accountId}, ${month}, ${paidPlans}::text[], ${plans.accountsWithGrant}) as "isGranted"`.execute(
    trx,
  )
  return claimed.rows[0]?.isGranted ? plan.monthly_credits : none
}
