import { type KnowledgeBase, mintId, type RoomId } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { requireRoomEditor } from '../../rooms/index.ts'
import { requireBases } from '../context-limits.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { auditBase } from './audit-base.ts'
import { bindFiles, refuseTakenNames } from './bind-files.ts'
import { presentBase } from './present-bases.ts'

type NewBase = { name: string; description: string; keys: readonly string[] }

/** Makes a base of a room out of files that the actor has uploaded for it, for the room's owner and admins. */
export async function createBase(
  ports: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  { name, description, keys }: NewBase,
): Promise<KnowledgeBase> {
  const { accountId, userId } = actor
  const made = await inTenant(ports.database, actor, async (trx) => {
    const room = await requireRoomEditor(trx, actor, roomId)
    const allowed = await requireBases(trx, actor, ports.plans)
    const id = mintId('base')
    await trx
      .insertInto('knowledge_base')
      .values({ account_id: accountId, id, room_id: roomId, name, description, created_by: userId })
      .execute()
    await bindFiles(ports, trx, actor, { id, roomId, keys, allowed })
    const base = await presentBase(trx, actor, room, id)
    await auditBase(trx, actor, 'knowledge-base.created', room, {
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
