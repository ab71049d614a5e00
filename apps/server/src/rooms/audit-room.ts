import type { AuditAction, AuditDetails } from '@atrium/contract'
import { writeAudit } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor, VisibleRoom } from './access.ts'

/**
 * Remembers what was done to a room. The account's admins read it, to whom a private room is closed: its name is told of public
 * rooms alone.
 */
export async function auditRoom(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: AuditAction,
  room: Pick<VisibleRoom, 'id' | 'name' | 'accessType'>,
  details: AuditDetails = {},
): Promise<void> {
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'room',
    objectId: room.id,
    details: {
      access: room.accessType,
      ...(room.accessType === 'PUBLIC' && { name: room.name }),
      ...details,
    },
  })
}
