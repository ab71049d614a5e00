import type { FileId, IndexState } from '@atrium/contract'
import { statesOf } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { unread } from './files-in-collection.ts'
import { requestFileIndexing } from './request-file-indexing.ts'
import { requireHomeEditor } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { requireReadableFile } from './open-context-file.ts'

/** Reindexes a failed file, for the owner and admins of its room or account; CONFLICT if its state is not failed. */
export async function retryFile(ports: KnowledgePorts, actor: Actor, fileId: FileId): Promise<IndexState> {
  const { accountId } = actor
  const { roomId, state } = await inTenant(ports.database, actor, async (trx) => {
    const { roomId } = await requireReadableFile(trx, actor, fileId)
    await requireHomeEditor(trx, actor, roomId)
    // Read again under the lock: it may have been deleted, or be retried already.
    const file = await requireReadableFile(trx, actor, fileId)
    const status = (await statesOf(trx, accountId, [fileId])).get(fileId)?.status
    if (status !== 'FAILED' && status !== 'INVALID_INPUT') fail('CONFLICT')
    await requestFileIndexing(ports, trx, { ...file, accountId })
    return { roomId, state: (await statesOf(trx, accountId, [fileId])).get(fileId) ?? unread }
  })
  ports.onKnowledgeChanged({ accountId, roomId })
  return state
}
