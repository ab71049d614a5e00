import { type KnowledgeBase, mintId } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { requireBases } from '../files/context-limits.ts'
import { type HomeId, requireHomeEditor } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { auditBase } from './audit-base.ts'
import { bindFiles, refuseTakenNames } from './bind-files.ts'
import { presentBase } from './present-bases.ts'

type NewBase = { name: string; description: string; keys: readonly string[] }

/** Creates a base of a room, or of the whole account, from files that the actor has uploaded for it; for its owner and admins. */
export async function createBase(
  ports: KnowledgePorts,
  actor: Actor,
  roomId: HomeId,
  { name, description, keys }: NewBase,
): Promise<KnowledgeBase> {
  const { accountId, userId } = actor
  const made = await inTenant(ports.database, actor, async (trx) => {
    const home = await requireHomeEditor(trx, actor, roomId)
    const allowed = await requireBases(trx, actor, ports.plans)
    const id = mintId('base')
    await trx
      .insertInto('knowledge_base')
      .values({ account_id: accountId, id, room_id: roomId, name, description, created_by: userId })
      .execute()
    await bindFiles(ports, trx, actor, { id, roomId, keys, allowed })
    const base = await presentBase(trx, actor, home, id)
    await auditBase(trx, actor, 'knowledge-base.created', home, {
      id,
      name,
      filesAdded: base.fileCount,
      filesDeleted: 0,
    })
    return base
  }).catch(refuseTakenNames)
  ports.onKnowledgeChanged({ accountId, roomId })
  return made
}
