import type { BaseId, ContextFile } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { usageOf } from '../context-limits.ts'
import { filesOnShelf } from '../files-on-shelf.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { requireBase } from './find-base.ts'

/** A page of the files of a base, last added first, for everybody who may use its room. */
export async function listBaseFiles(
  { database }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  page: { page: number; page_size: number },
): Promise<{ data: ContextFile[]; count: number }> {
  return await inTenant(database, actor, async (trx) => {
    await requireBase(trx, actor, baseId)
    const shelf = { of: 'base', baseId } as const
    const { count } = await usageOf(trx, actor, shelf)
    return { data: await filesOnShelf(trx, actor, shelf, page), count }
  })
}
