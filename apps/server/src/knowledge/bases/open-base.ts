import type { BaseId, KnowledgeBase } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireRoom } from '../../rooms/index.ts'
import { hasBases } from '../context-limits.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { requireBase } from './find-base.ts'
import { presentBase } from './present-bases.ts'

/** One base, for everybody who may use its room; none where the account's plan has none, as in the list. */
export async function openBase(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
): Promise<KnowledgeBase> {
  return await inTenant(database, actor, async (trx) => {
    const { roomId } = await requireBase(trx, actor, baseId)
    if (!(await hasBases(trx, actor, plans))) fail('NOT_FOUND')
    return await presentBase(trx, actor, await requireRoom(trx, actor, roomId), baseId)
  })
}
