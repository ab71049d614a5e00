import type { ContextFile, ContextLimits, RoomId } from '@atrium/contract'
import { figuresOf } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { requireRoom } from '../../rooms/index.ts'
import { contextLimitsOf, usageOf } from './context-limits.ts'
import { filesInCollection } from './files-in-collection.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'

export type ContextFilesPage = {
  data: ContextFile[]
  count: number
  searchableCount: number
  usedBytes: number
  limits: ContextLimits
}

/** Returns a page of the files in a room's context, last added first, for users of the room. */
export async function listContextFiles(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  page: { page: number; page_size: number },
): Promise<ContextFilesPage> {
  return await inTenant(database, actor, async (trx) => {
    await requireRoom(trx, actor, roomId)
    const collection = { of: 'context', roomId } as const
    return {
      searchableCount: (await figuresOf(trx, actor.accountId, { scopeIds: [roomId] })).files,
      data: await filesInCollection(trx, actor, collection, page),
      ...(await usageOf(trx, actor, collection)),
      limits: await contextLimitsOf(trx, actor, plans),
    }
  })
}
