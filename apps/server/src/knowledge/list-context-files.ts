import type { ContextFile, ContextLimits, RoomId } from '@atrium/contract'
import { inTenant } from '../platform/database/index.ts'
import { requireRoom } from '../rooms/index.ts'
import { contextLimitsOf, usageOf } from './context-limits.ts'
import { filesOnShelf } from './files-on-shelf.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'

export type ContextFilesPage = {
  data: ContextFile[]
  count: number
  usedBytes: number
  limits: ContextLimits
}

/** A page of the files of a room's context, last added first, for everybody who may use the room. */
export async function listContextFiles(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  page: { page: number; page_size: number },
): Promise<ContextFilesPage> {
  return await inTenant(database, actor, async (trx) => {
    await requireRoom(trx, actor, roomId)
    const shelf = { of: 'context', roomId } as const
    return {
      data: await filesOnShelf(trx, actor, shelf, page),
      ...(await usageOf(trx, actor, shelf)),
      limits: await contextLimitsOf(trx, actor, plans),
    }
  })
}
