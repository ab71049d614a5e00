import type { BaseId, ContextFile } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { usageOf } from '../files/context-limits.ts'
import { filesInCollection } from '../files/files-in-collection.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { requireBase } from './find-base.ts'

/** Returns a page of a base's files, last added first, for users of its room or members of its account. */
export async function listBaseFiles(
  { database }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  page: { page: number; page_size: number },
): Promise<{ data: ContextFile[]; count: number }> {
  return await inTenant(database, actor, async (trx) => {
    await requireBase(trx, actor, baseId)
    const collection = { of: 'base', baseId } as const
    const { count } = await usageOf(trx, actor, collection)
    return { data: await filesInCollection(trx, actor, collection, page), count }
  })
}
