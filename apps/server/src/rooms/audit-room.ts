import type { AuditAction, AuditDetails } from '@atrium/contract'
import { writeAudit } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor, VisibleRoom } from './access.ts'

/**
 * Writes an audit entry about a room. Account admins read it, and may not know private rooms: includes the names of public rooms
 * only.
 */
export async function auditRoom(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: AuditAction,
  room: Pick<VisibleRoom, 'id' | 'name' | 'access_type'>,
  details: AuditDetails = {},
): Promise<void> {
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'room',
    objectId: room.id,
    details: {
      access: room.access_type,
      ...(room.access_type === 'PUBLIC' && { name: room.name }),
      ...details,
    },
  })
}
