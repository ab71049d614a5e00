import type { FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireRoomEditor } from '../../rooms/index.ts'
import { auditFile } from './audit-file.ts'
import { eraseDeleted } from './erase-context-files.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { rowsOf } from './file-collection.ts'

/**
 * Deletes a file of a room's context, for the room's owner and admins: with the commit it is inaccessible and not searched. Then
 * erases its bytes.
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
      where account_id = ${accountId} and id = ${fileId} and ${rowsOf({ of: 'context', roomId })}
        and stored_at is not null
      returning storage_key as "storageKey", name, size_bytes as "sizeBytes"`.execute(trx)
    const file = deleted.rows[0] ?? fail('NOT_FOUND')
    await forgetFiles(trx, accountId, [fileId])
    await auditFile(trx, actor, 'room-file.deleted', { room }, { id: fileId, ...file })
    return file.storageKey
  })
  await eraseDeleted(ports, [{ accountId, id: fileId, storageKey }])
  ports.onKnowledgeChanged({ accountId, roomId })
  return { id: fileId }
}
