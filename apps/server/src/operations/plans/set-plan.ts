import type { UserId } from '@atrium/contract'
import { monthlyCreditsOf, type Plan, type Plans, writeAudit } from '../../accounts/index.ts'
import { grantMonth, monthOf, raiseMonth } from '../../credits/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { AccountToChange } from './queries.ts'

export type PlanChange = {
  account: AccountToChange
  plan: Plan
  plans: Plans
  actorId: UserId
  now: Date
}

/**
 * Sets a locked account's plan and raises the current month's credits to it; a smaller plan takes nothing back. Idempotent. Works across
 * accounts: needs a system transaction.
 */
export async function setPlan(
  trx: Transaction,
  { account, plan, plans, actorId, now }: PlanChange,
): Promise<void> {
  const { id: accountId, userIds } = account
  if (account.planName !== plan.name) {
    await trx.updateTable('account').set({ plan_name: plan.name }).where('id', '=', accountId).execute()
    await writeAudit(trx, {
      accountId,
      actorId,
      action: 'account.plan-changed',
      objectType: 'account',
      objectId: accountId,
      details: { from: account.planName, to: plan.name },
    })
  }
  const period = monthOf(now)
  const monthlyCredits = await monthlyCreditsOf(trx, plans, { accountId, planName: plan.name, month: period })
  await grantMonth(trx, { accountId, plan: { monthly_credits: monthlyCredits }, period, userIds })
  await raiseMonth(trx, { accountId, monthlyCredits, period, userIds })
}
