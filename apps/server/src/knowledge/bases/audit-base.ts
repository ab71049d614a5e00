import type { BaseId } from '@atrium/contract'
import { writeAudit } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { VisibleRoom } from '../../rooms/index.ts'
import type { Actor } from '../knowledge-ports.ts'

/**
 * Remembers that a base was made, changed or deleted, and how many files came or went. The account's admins read it, to whom a
 * private room is closed: the names of its bases are not told.
 */
export async function auditBase(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'knowledge-base.created' | 'knowledge-base.changed' | 'knowledge-base.deleted',
  room: Pick<VisibleRoom, 'id' | 'accessType'>,
  base: { id: BaseId; name: string; filesAdded: number; filesDeleted: number },
): Promise<void> {
  const { filesAdded, filesDeleted } = base
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'knowledge-base',
    objectId: base.id,
    details: {
      roomId: room.id,
      access: room.accessType,
      filesAdded,
      filesDeleted,
      ...(room.accessType === 'PUBLIC' && { name: base.name }),
    },
  })
}
