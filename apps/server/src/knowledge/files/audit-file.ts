import type { FileId } from '@atrium/contract'
import { writeAudit, writeAuditHourly } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Home } from '../homes.ts'
import type { Actor } from '../homes.ts'
import { placeInAudit } from '../place-in-audit.ts'

/** Writes an audit entry: a file was added to a room, opened (at most once an hour) or deleted from it. */
export async function auditFile(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'room-file.added' | 'room-file.deleted' | 'room-file.opened',
  home: Pick<Home, 'room'>,
  file: { id: FileId; name: string; sizeBytes: number },
): Promise<void> {
  const write = action === 'room-file.opened' ? writeAuditHourly : writeAudit
  await write(trx, {
    accountId,
    actorId,
    action,
    objectType: 'file',
    objectId: file.id,
    details: {
      ...placeInAudit(home, file.name),
      ...(home.room?.access_type === 'PUBLIC' && { room: home.room.name }),
      sizeBytes: file.sizeBytes,
    },
  })
}
