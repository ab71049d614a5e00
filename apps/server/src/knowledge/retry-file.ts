import type { FileId, IndexState } from '@atrium/contract'
import { statesOf } from '../passages/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { unread } from './files-on-shelf.ts'
import { haveIndexed } from './have-indexed.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'
import { requireReadableFile } from './open-context-file.ts'

/** Has a file that failed read again, for the owner and admins of its room; CONFLICT when it has not failed (any more). */
export async function retryFile(ports: KnowledgePorts, actor: Actor, fileId: FileId): Promise<IndexState> {
  const { accountId } = actor
  const { roomId, state } = await inTenant(ports.database, actor, async (trx) => {
    const { roomId } = await requireReadableFile(trx, actor, fileId)
    await requireRoomEditor(trx, actor, roomId)
    // Read again under the lock: it may have been deleted, or be retried already.
    const file = await requireReadableFile(trx, actor, fileId)
    const status = (await statesOf(trx, accountId, [fileId])).get(fileId)?.status
    if (status !== 'FAILED' && status !== 'INVALID_INPUT') fail('CONFLICT')
    await haveIndexed(ports, trx, { ...file, accountId, scopeId: file.baseId ?? roomId })
    return { roomId, state: (await statesOf(trx, accountId, [fileId])).get(fileId) ?? unread }
  })
  ports.onKnowledgeChanged({ accountId, roomId })
  return state
}
