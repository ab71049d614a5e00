import { type BaseId, mintId, type NewSource } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, isUniqueViolation } from '../../../platform/database/index.ts'
import { Failure, fail } from '../../../platform/failure.ts'
import type { Actor } from '../../homes.ts'
import type { KnowledgePorts } from '../../knowledge-ports.ts'
import { auditAdded, presented, requirePlaceInBase } from '../place-in-base.ts'

/**
 * Adds a canvas or chat to a base of its own room, for people who may share it and edit the base. It must be shared with the room
 * already: so the readers of the base are exactly those who can read it anyway, and adding it reveals nothing.
 */
export async function addDocument(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  source: Extract<NewSource, { kind: 'canvas' | 'chat' }>,
) {
  const { accountId } = actor
  const originId = source.kind === 'canvas' ? source.canvasId : source.chatId
  const shared = ports.documents[source.kind]
  const sourceId = mintId('source')
  return await inTenant(ports.database, actor, async (trx) => {
    const { base } = await requirePlaceInBase(trx, ports, actor, baseId)
    await shared.requireSharer(trx, actor, originId)
    const document = await shared.read(trx, accountId, originId)
    if (!document || document.roomId !== base.roomId) return fail('NOT_SHARED_WITH_ROOM')
    await sql`
      insert into knowledge_source (account_id, id, base_id, kind, origin_id, title, due_at)
      values (${accountId}, ${sourceId}, ${baseId}, ${source.kind}, ${originId}, ${document.title.slice(0, 300)},
        now() + interval '1 hour')`.execute(trx)
    await ports.enqueueFetch(trx, { accountId, sourceId })
    await auditAdded(trx, actor, base, baseId)
    return { source: await presented(trx, actor, baseId, sourceId), roomId: base.roomId }
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'knowledge_source_origin'))
      throw new Failure('SOURCE_ALREADY_ADDED', { cause: error })
    throw error
  })
}
