import type { AuditDetails, SystemAuditAction, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import './tables.ts'

export type SystemAct = {
  /** Null: a command on the server. */
  actorId: UserId | null
  action: SystemAuditAction
  personId?: UserId | null
  /** Of somebody who may have no user account. */
  email?: string
  /** The account, the provider or the like. */
  objectId?: string
  /** Values before and after where they are harmless; never a secret. */
  details?: AuditDetails
}

/** Records an act of a system administrator, in its transaction. */
export async function writeSystemAudit(trx: Transaction, act: SystemAct): Promise<void> {
  await trx
    .insertInto('system_audit_entry')
    .values({
      actor_id: act.actorId,
      action: act.action,
      person_id: act.personId ?? null,
      email: act.email?.toLowerCase() ?? null,
      object_id: act.objectId ?? null,
      details: JSON.stringify(act.details ?? {}),
    })
    .execute()
}
