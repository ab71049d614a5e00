import type { UserId } from '@atrium/contract'
import { monthlyCreditsOf, type Plan, type Plans, writeAudit } from '../accounts/index.ts'
import { grantMonth, monthOf, periodOf, raiseMonth } from '../credits/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { AccountToChange } from './lock-account.ts'

export type PlanChange = {
  account: AccountToChange
  plan: Plan
  /** The plan's name as the account stores it; by default that of the plans file. */
  planKey?: string
  plans: Plans
  actorId: UserId
  now: Date
  /** The plan was bought, and no other one was active. */
  isNewlyBought?: boolean
}

/**
 * Sets a locked account's plan and raises the current month's credits to it; a smaller plan takes nothing back. Idempotent. Works across
 * accounts: needs a system transaction.
 */
export async function setPlan(
  trx: Transaction,
  { account, plan, planKey = plan.name, plans, actorId, now, isNewlyBought = false }: PlanChange,
): Promise<void> {
  const { id: accountId, userIds } = account
  if (account.planName !== planKey) {
    await trx.updateTable('account').set({ plan_name: planKey }).where('id', '=', accountId).execute()
    await writeAudit(trx, {
      accountId,
      actorId,
      action: 'account.plan-changed',
      objectType: 'account',
      objectId: accountId,
      details: { from: plans.named(account.planName).name, to: plan.name },
    })
  }
  const period = await periodOf(trx, accountId, now)
  const monthlyCredits = await monthlyCreditsOf(trx, plans, {
    accountId,
    planName: planKey,
    month: monthOf(now),
  })
  await grantMonth(trx, { accountId, plan: { monthly_credits: monthlyCredits }, period, userIds })
  await raiseMonth(trx, { accountId, monthlyCredits, period, userIds, isBoughtAgain: isNewlyBought })
}
