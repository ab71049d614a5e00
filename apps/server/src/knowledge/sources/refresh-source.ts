import type { BaseId, KnowledgeSource, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import { requireBases } from '../files/context-limits.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { findSource } from './find-source.ts'
import { presentSource } from './present-sources.ts'

/** Enqueues fetching a source now, for the owner and admins of the base's room; for a sitemap, all of its pages. */
export async function refreshSource(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  sourceId: SourceId,
): Promise<KnowledgeSource> {
  const { accountId } = actor
  const { source, roomId } = await inTenant(ports.database, actor, async (trx) => {
    const { roomId } = await requireBaseEditor(trx, actor, baseId)
    await requireBases(trx, actor, ports.plans)
    const { kind } = await findSource(trx, actor, baseId, sourceId)
    if (kind === 'text')
      fail('INVALID_INPUT', { issues: [{ path: 'params.sourceId', message: 'A text is not fetched.' }] })
    await sql`
      update knowledge_source set status = 'WAITING', problem = null, failures = 0, due_at = now() + interval '1 hour'
      where account_id = ${accountId} and id = ${sourceId}`.execute(trx)
    await ports.enqueueFetch(trx, { accountId, sourceId })
    const row = await findSource(trx, actor, baseId, sourceId)
    return { source: await presentSource(trx, accountId, row), roomId }
  })
  ports.onKnowledgeChanged({ accountId, roomId })
  return source
}
