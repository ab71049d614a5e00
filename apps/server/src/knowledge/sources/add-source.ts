import { type BaseId, type KnowledgeSource, mintId, type NewSource } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, isUniqueViolation } from '../../platform/database/index.ts'
import { Failure, fail } from '../../platform/failure.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { addDocument } from './documents/add-document.ts'
import { auditAdded, presented, requirePlaceInBase } from './place-in-base.ts'
import { storeContent } from './store-content.ts'

/**
 * Adds a text to a base, or an address, canvas or chat and enqueues its fetch, for the owner and admins of its room. Whether the
 * address may be fetched is checked on fetching.
 */
export async function addSource(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  source: NewSource,
): Promise<KnowledgeSource> {
  const added =
    source.kind === 'text'
      ? await addText(ports, actor, baseId, source)
      : source.kind === 'canvas' || source.kind === 'chat'
        ? await addDocument(ports, actor, baseId, source)
        : await addAddress(ports, actor, baseId, source)
  ports.onKnowledgeChanged({ accountId: actor.accountId, roomId: added.roomId })
  return added.source
}

type Added = Pick<NewSource & { kind: 'text' }, 'title' | 'text'>

async function addText(ports: KnowledgePorts, actor: Actor, baseId: BaseId, { title, text }: Added) {
  const { accountId } = actor
  const sourceId = mintId('source')
  const content = { title, ending: 'txt', bytes: Buffer.from(text) } as const
  const added = await storeContent(ports, accountId, content, {
    userId: actor.userId,
    refusesTakenName: true,
    async admit(trx) {
      const { base, allowed } = await requirePlaceInBase(trx, ports, actor, baseId)
      return { place: { accountId, baseId, roomId: base.roomId, sourceId, fileId: null }, allowed }
    },
    async settle(trx, { fileId }) {
      const base = await requireBaseEditor(trx, actor, baseId)
      await sql`
        insert into knowledge_source (account_id, id, base_id, kind, title, file_id, status)
        values (${accountId}, ${sourceId}, ${baseId}, 'text', ${title}, ${fileId}, 'READY')`.execute(trx)
      await auditAdded(trx, actor, base, baseId)
      return { source: await presented(trx, actor, baseId, sourceId), roomId: base.roomId }
    },
  })
  return added ?? fail('NOT_FOUND')
}

async function addAddress(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  source: Extract<NewSource, { kind: 'page' | 'sitemap' }>,
) {
  const { accountId } = actor
  const { kind, url, refresh } = source
  const sourceId = mintId('source')
  return await inTenant(ports.database, actor, async (trx) => {
    const { base } = await requirePlaceInBase(trx, ports, actor, baseId)
    await sql`
      insert into knowledge_source (account_id, id, base_id, kind, url, title, refresh, pages_most, due_at)
      values (${accountId}, ${sourceId}, ${baseId}, ${kind}, ${url}, ${url.slice(0, 300)}, ${refresh},
        ${source.kind === 'sitemap' ? source.most : null}, now() + interval '1 hour')`.execute(trx)
    await ports.enqueueFetch(trx, { accountId, sourceId })
    await auditAdded(trx, actor, base, baseId)
    return { source: await presented(trx, actor, baseId, sourceId), roomId: base.roomId }
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'knowledge_source_url'))
      throw new Failure('SOURCE_ALREADY_ADDED', { cause: error })
    throw error
  })
}
