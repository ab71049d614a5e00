import type { KnowledgeBase, ParsedRequest, RoomId } from '@atrium/contract'
import type { listKnowledgeBases } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/database/index.ts'
import { hasBases } from '../files/context-limits.ts'
import { homesFor, homesServing, isAmongHomes } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { presentBases } from './present-bases.ts'

type Wanted = ParsedRequest<typeof listKnowledgeBases>['query']

const columns = {
  created_at: sql`knowledge_base.created_at`,
  updated_at: sql`knowledge_base.updated_at`,
  rag_name: sql`lower(knowledge_base.name)`,
}
const orders = { ASC: sql`asc`, DESC: sql`desc` }

/**
 * Returns a page of the bases that serve a room, or of all that the actor may use, including the account's; none where the plan
 * has none.
 */
export async function listBases(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  roomId: RoomId | null,
  { page, page_size: pageSize, order, sort_by: sortBy, search }: Wanted,
): Promise<{ data: KnowledgeBase[]; count: number }> {
  const sought = search?.trim()
  const matches = sought
    ? sql`and strpos(lower(knowledge_base.name || E'\n' || description), lower(${sought})) > 0`
    : sql``
  return await inTenant(database, actor, async (trx) => {
    const homes = await (roomId ? homesServing(trx, actor, roomId) : homesFor(trx, actor))
    if (!(await hasBases(trx, actor, plans))) return { data: [], count: 0 }
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from knowledge_base
      where account_id = ${actor.accountId} and deleted_at is null
        and ${isAmongHomes(sql`room_id`, homes)} ${matches}`.execute(trx)
    const which = sql`${matches} order by ${columns[sortBy]} ${orders[order]}, knowledge_base.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`
    return { data: await presentBases(trx, actor, homes, which), count: counted.rows[0]?.count ?? 0 }
  })
}
