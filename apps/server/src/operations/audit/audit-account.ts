import { type AccountId, type AuditDetails, commandLineActor, type UserId } from '@atrium/contract'
import { writeAudit } from '../../accounts/index.ts'
import { writeSystemAudit } from '../../identity/index.ts'
import type { Transaction } from '../../platform/database/index.ts'

type AccountAct = {
  accountId: AccountId
  actorId: UserId
  action:
    | 'account.credits-granted'
    | 'account.grant-ended'
    | 'account.suspended'
    | 'account.reinstated'
    | 'account.sessions-ended'
    | 'account.deleted'
    | 'account.restored'
  details?: AuditDetails
}

/** Records a system administrator's act on an account, in its own log and in that of the installation. */
export async function auditAccount(
  trx: Transaction,
  { accountId, actorId, action, details = {} }: AccountAct,
): Promise<void> {
  await writeAudit(trx, { accountId, actorId, action, objectType: 'account', objectId: accountId, details })
  await writeSystemAudit(trx, {
    actorId: actorId === commandLineActor ? null : actorId,
    action,
    objectId: accountId,
    details,
  })
}

/** Records that a system administrator or a command set an account's plan; `setPlan` writes its own log. */
export async function auditPlan(
  trx: Transaction,
  { accountId, actorId, from, to }: { accountId: AccountId; actorId: UserId; from: string; to: string },
): Promise<void> {
  if (from === to) return
  await writeSystemAudit(trx, {
    actorId: actorId === commandLineActor ? null : actorId,
    action: 'account.plan-changed',
    objectId: accountId,
    details: { from, to },
  })
}
