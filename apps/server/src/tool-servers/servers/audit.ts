import type { AccountId, ToolServerId, UserId } from '@atrium/contract'
import { type AuditToWrite, writeAudit } from '../../accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** Writes an audit entry about a server; never the values of its headers or tokens. */
export const audit = (
  trx: TenantTransaction,
  { accountId, userId: actorId }: Actor,
  objectId: ToolServerId,
  action: AuditToWrite['action'],
  details: NonNullable<AuditToWrite['details']>,
): Promise<void> =>
  writeAudit(trx, { accountId, actorId, action, objectType: 'tool-server', objectId, details })
