import { type KnowledgeReport, limits, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { roomsFor } from '../rooms/index.ts'
import { foundNothing } from './insights.ts'
import type { Actor } from './ports.ts'

/** Questions listed for each room on the page; the knowledge check has them all. */
const maxListedOnPage = 5

type Searches = { roomId: RoomId; searches: number; foundNothing: number }
type RoomKnowledge = KnowledgeReport['rooms'][number]

/**
 * Returns how well the files of the account's rooms answered questions, beginning with the room that has the most questions without
 * results. Rooms that the reader may not use are one row, last; texts of questions follow the rules of the knowledge check and need a room
 * that the reader manages.
 */
export async function knowledgeOfRooms(
  trx: TenantTransaction,
  reader: Actor,
  { maxListed = maxListedOnPage }: { maxListed?: number } = {},
): Promise<RoomKnowledge[]> {
  const counted = await sql<Searches>`
    select room_id as "roomId", count(*)::int as searches, (count(*) filter (where found = 0))::int as "foundNothing"
    from source_use
    where account_id = ${reader.accountId} and noted_at > now() - make_interval(days => ${limits.insightDays})
    group by room_id order by 3 desc, 2 desc, 1`.execute(trx)
  const rooms = new Map((await roomsFor(trx, reader)).map((room) => [room.id, room]))
  const rows: RoomKnowledge[] = []
  const hidden = { searches: 0, foundNothing: 0 }
  for (const sums of counted.rows) {
    const room = rooms.get(sums.roomId)
    if (!room) {
      hidden.searches += sums.searches
      hidden.foundNothing += sums.foundNothing
      continue
    }
    const mayCheck = room.membership_type !== 'MEMBER'
    const lacking = mayCheck && sums.foundNothing > 0 ? await foundNothing(trx, reader, room.id) : null
    rows.push({
      ...sums,
      name: room.name,
      mayCheck,
      questions: lacking?.foundNothing.slice(0, maxListed) ?? [],
      hiddenCount: lacking?.hiddenCount ?? 0,
    })
  }
  if (hidden.searches > 0)
    rows.push({ roomId: null, name: null, ...hidden, mayCheck: false, questions: [], hiddenCount: 0 })
  return rows
}
