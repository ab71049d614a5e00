import type { BaseId, KnowledgeSource, listKnowledgeSources, ParsedRequest } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/database/index.ts'
import { requireBase } from '../bases/find-base.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { findSource } from './find-source.ts'
import { presentSources, sourceColumns, type SourceRow } from './present-sources.ts'

type Wanted = ParsedRequest<typeof listKnowledgeSources>['query']

/** A page of the sources of a base, last added first, or of the pages of a sitemap of it in the sitemap's order. */
export async function listSources(
  { database }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  { of, page, page_size: pageSize }: Wanted,
): Promise<{ data: KnowledgeSource[]; count: number }> {
  const { accountId } = actor
  return await inTenant(database, actor, async (trx) => {
    await requireBase(trx, actor, baseId)
    if (of) await findSource(trx, actor, baseId, of)
    const which = sql`account_id = ${accountId} and base_id = ${baseId} and ${of ? sql`parent_id = ${of}` : sql`parent_id is null`}`
    const order = of ? sql`id` : sql`created_at desc, id`
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from knowledge_source where ${which}`.execute(trx)
    const found = await sql<SourceRow>`
      select ${sourceColumns} from knowledge_source where ${which}
      order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
    return { data: await presentSources(trx, accountId, found.rows), count: counted.rows[0]?.count ?? 0 }
  })
}
