import type { KnowledgeBase, ParsedRequest, RoomId } from '@atrium/contract'
import type { listKnowledgeBases } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/database/index.ts'
import { requireRoom, roomsFor } from '../../rooms/index.ts'
import { hasBases } from '../context-limits.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { presentBases } from './present-bases.ts'

type Wanted = ParsedRequest<typeof listKnowledgeBases>['query']

const columns = {
  created_at: sql`knowledge_base.created_at`,
  updated_at: sql`knowledge_base.updated_at`,
  rag_name: sql`lower(knowledge_base.name)`,
}
const orders = { ASC: sql`asc`, DESC: sql`desc` }

/** A page of the bases of a room, or of every room that the actor may use; none where the account's plan has none. */
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
    const rooms = roomId ? [await requireRoom(trx, actor, roomId)] : await roomsFor(trx, actor)
    if (!(await hasBases(trx, actor, plans))) return { data: [], count: 0 }
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from knowledge_base
      where account_id = ${actor.accountId} and deleted_at is null
        and room_id = any(${rooms.map(({ id }) => id)}::text[]) ${matches}`.execute(trx)
    const which = sql`${matches} order by ${columns[sortBy]} ${orders[order]}, knowledge_base.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`
    return { data: await presentBases(trx, actor, rooms, which), count: counted.rows[0]?.count ?? 0 }
  })
}
