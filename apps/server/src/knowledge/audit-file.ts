import type { FileId, RoomAccess, RoomId } from '@atrium/contract'
import { writeAudit } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './knowledge-ports.ts'

/**
 * Remembers that a file came to a room or was deleted from it. The account's admins read it, to whom a private room is closed:
 * the names of its files are not told.
 */
export async function auditFile(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'room-file.added' | 'room-file.deleted',
  room: { id: RoomId; accessType: RoomAccess },
  file: { id: FileId; name: string; sizeBytes: number },
): Promise<void> {
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'file',
    objectId: file.id,
    details: {
      roomId: room.id,
      access: room.accessType,
      sizeBytes: file.sizeBytes,
      ...(room.accessType === 'PUBLIC' && { name: file.name }),
    },
  })
}
