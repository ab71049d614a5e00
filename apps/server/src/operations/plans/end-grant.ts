import type { AccountId, GrantId, UserId } from '@atrium/contract'
import { type CreditGrantRow, endMonthlyGrant } from '../../credits/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { auditAccount } from '../audit/audit-account.ts'

/**
 * Ends a monthly grant from the next month on; this month's credits stay. Idempotent; undefined for an unknown grant. Needs a
 * system transaction.
 */
export async function endGrant(
  trx: Transaction,
  { accountId, grantId, actorId }: { accountId: AccountId; grantId: GrantId; actorId: UserId },
): Promise<CreditGrantRow | undefined> {
  const ended = await endMonthlyGrant(trx, { accountId, id: grantId })
  if (ended?.isNew)
    await auditAccount(trx, {
      accountId,
      actorId,
      action: 'account.grant-ended',
      details: { grantId, credits: ended.grant.amountMilli / 1000, reason: ended.grant.reason },
    })
  return ended?.grant
}
