import type { BaseId, KnowledgeBase } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { hasBases } from '../files/context-limits.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { requireBase } from './find-base.ts'
import { presentBase } from './present-bases.ts'

/** Returns one base for users of its room or members of its account; none where the plan has none, as in the list. */
export async function openBase(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
): Promise<KnowledgeBase> {
  return await inTenant(database, actor, async (trx) => {
    const { home } = await requireBase(trx, actor, baseId)
    if (!(await hasBases(trx, actor, plans))) fail('NOT_FOUND')
    return await presentBase(trx, actor, home, baseId)
  })
}
