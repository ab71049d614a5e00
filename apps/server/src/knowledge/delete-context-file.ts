import type { FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { auditFile } from './audit-file.ts'
import { eraseFile } from './erase-context-files.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'

/**
 * Deletes a file of a room's context, for the room's owner and admins: from the commit on nobody reaches it. Then its bytes go;
 * what is interrupted there, the sweep finishes.
 */
export async function deleteContextFile(
  ports: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  fileId: FileId,
): Promise<{ id: FileId }> {
  const { accountId } = actor
  const storageKey = await inTenant(ports.database, actor, async (trx) => {
    const room = await requireRoomEditor(trx, actor, roomId)
    const deleted = await sql<{ storageKey: string; name: string; sizeBytes: number }>`
      update room_file set deleted_at = now()
      where account_id = ${accountId} and id = ${fileId} and room_id = ${roomId}
        and stored_at is not null and deleted_at is null
      returning storage_key as "storageKey", name, size_bytes as "sizeBytes"`.execute(trx)
    const file = deleted.rows[0] ?? fail('NOT_FOUND')
    await auditFile(trx, actor, 'room-file.deleted', room, { id: fileId, ...file })
    return file.storageKey
  })
  await eraseFile(ports, { accountId, id: fileId, storageKey }).catch((error: unknown) =>
    ports.log.warn({ err: error, fileId }, 'the bytes of a deleted file are left for the sweep'),
  )
  return { id: fileId }
}
