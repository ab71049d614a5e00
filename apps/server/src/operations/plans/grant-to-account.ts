import { commandLineActor, type GrantFrequency, type GrantId, type UserId } from '@atrium/contract'
import { monthlyCreditsOf, type Plans } from '../../accounts/index.ts'
import type { AccountToChange } from '../../billing/index.ts'
import {
  type CreditGrantRow,
  grantCredits,
  grantMonth,
  insertGrant,
  monthOf,
  periodOf,
} from '../../credits/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { auditAccount } from '../audit/audit-account.ts'
import { fail } from '../../platform/failure.ts'

export type GrantToMake = {
  account: AccountToChange
  id: GrantId
  credits: number
  frequency: GrantFrequency
  reason: string
  plans: Plans
  actorId: UserId
  now: Date
}

/**
 * Grants a locked account credits: the team, and each member the same. Once: at once, without expiry. Monthly: from the current
 * month on. Repeating the same grant does nothing; a different one under its id is IDEMPOTENCY_KEY_REUSED. Needs a system
 * transaction.
 */
export async function grantToAccount(
  trx: Transaction,
  { account, id, credits, frequency, reason, plans, actorId, now }: GrantToMake,
): Promise<CreditGrantRow> {
  const { id: accountId, userIds } = account
  const amountMilli = credits * 1000
  const grantedBy = actorId === commandLineActor ? null : actorId
  const { grant, isNew } = await insertGrant(trx, {
    id,
    accountId,
    amountMilli,
    frequency,
    reason,
    grantedBy,
  })
  if (!isNew) {
    const isSame =
      grant.accountId === accountId &&
      grant.amountMilli === amountMilli &&
      grant.frequency === frequency &&
      grant.reason === reason
    return isSame ? grant : fail('IDEMPOTENCY_KEY_REUSED')
  }
  if (frequency === 'once')
    await grantCredits(trx, { accountId, userIds, amountMilli, reference: `extra:${id}` })
  else {
    const period = await periodOf(trx, accountId, now)
    const monthly_credits = await monthlyCreditsOf(trx, plans, {
      accountId,
      planName: account.planName,
      month: monthOf(now),
    })
    await grantMonth(trx, { accountId, plan: { monthly_credits }, period, userIds })
  }
  await auditAccount(trx, {
    accountId,
    actorId,
    action: 'account.credits-granted',
    details: { grantId: id, credits, frequency, reason },
  })
  return grant
}
