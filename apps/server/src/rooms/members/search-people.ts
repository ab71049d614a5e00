import { limits, type Person, type RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type Actor, requireRoom } from '../access.ts'
import { joinPeople, personColumns } from './list-room-members.ts'
import { type PersonRow, presentPerson } from '../present.ts'

/**
 * Returns people of the account who could be added to a room, by name: those whose folded name or address contains every word.
 * Counts but doesn't list the room's members and, without a room yet, the actor.
 */
export async function searchPeople(
  trx: Transaction,
  actor: Actor,
  { query, roomId }: { query: string; roomId?: RoomId | undefined },
): Promise<{ data: Person[]; count: number }> {
  if (roomId) await requireRoom(trx, actor, roomId)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from membership ${matching(actor, query)}`.execute(trx)
  const found = await foundPeople(actor, { query, roomId }).execute(trx)
  return { data: found.rows.map(presentPerson), count: counted.rows[0]?.count ?? 0 }
}

/** The query of the listed people. */
export function foundPeople(
  actor: Actor,
  { query, roomId }: { query: string; roomId?: RoomId | undefined },
): RawBuilder<PersonRow> {
  const isNew = roomId
    ? sql`not exists (select from room_member where room_member.account_id = membership.account_id
        and room_member.room_id = ${roomId} and room_member.user_id = membership.user_id)`
    : sql`membership.user_id <> ${actor.userId}`
  return sql<PersonRow>`
    with page as (
      select user_id, person from membership ${matching(actor, query)} and ${isNew}
      order by person, user_id limit ${limits.memberSearchFinds})
    select page.user_id as id, ${personColumns} from page ${joinPeople} order by person, page.user_id`
}

const matching = ({ accountId }: Actor, query: string) => {
  const words = query.split(/\s+/).filter((word) => word !== '')
  return sql`where membership.account_id = ${accountId} and membership.status <> 'INVITED' and ${sql.join(
    words.map((word) => sql`strpos(membership.person, fold_text(${word})) > 0`),
    sql` and `,
  )}`
}
