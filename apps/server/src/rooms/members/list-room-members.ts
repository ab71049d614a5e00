import type { RoomId, RoomMember } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type Actor, membershipType, requireRoom, type VisibleRoom } from '../access.ts'
import { presentRoomMember, type RoomMemberRow } from '../present.ts'

/** Returns one page of a room's members, owner and admins first, then by name; in a public room everybody in the account. */
export async function listRoomMembers(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
  wanted: WantedMembers,
): Promise<{ data: RoomMember[]; count: number }> {
  const room = await requireRoom(trx, actor, roomId)
  const rows = await membersPage(actor, room, wanted).execute(trx)
  const data = rows.rows.map(presentRoomMember)
  if (wordsOf(wanted).length === 0) return { data, count: room.member_count }
  const counted = await sql<{ count: number }>`
    ${peopleIn(actor, room, wanted)} select count(*)::int as count from people`.execute(trx)
  return { data, count: counted.rows[0]?.count ?? 0 }
}

export type WantedMembers = { page: number; page_size: number; query?: string | undefined }

const wordsOf = ({ query = '' }: WantedMembers): string[] => query.split(/\s+/).filter((word) => word !== '')

/** The common table `people`: members of the room whose name or address contains every word. */
const peopleIn = (
  { accountId }: Actor,
  room: Pick<VisibleRoom, 'id' | 'access_type'>,
  wanted: WantedMembers,
) => sql`
  with people as (
    select joined.user_id, joined.person, ${membershipType} as membership_type
    from room
    join membership as joined on joined.account_id = room.account_id and joined.status <> 'INVITED'
    ${room.access_type === 'PUBLIC' ? sql`left join` : sql`join`} room_member as mine
      on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id
    where room.account_id = ${accountId} and room.id = ${room.id} ${sql.join(
      wordsOf(wanted).map((word) => sql`and strpos(joined.person, fold_text(${word})) > 0`),
      sql` `,
    )})`

/** The query of one page, in a stable order (ties by id). */
export function membersPage(
  actor: Actor,
  room: Pick<VisibleRoom, 'id' | 'access_type'>,
  wanted: WantedMembers,
): RawBuilder<RoomMemberRow> {
  const { page, page_size: size } = wanted
  const order = sql`
    order by case page.membership_type when 'OWNER' then 1 when 'ADMIN' then 2 else 3 end, page.person, page.user_id`
  return sql<RoomMemberRow>`
    ${peopleIn(actor, room, wanted)},
    page as (select * from people as page ${order} limit ${size} offset ${(page - 1) * size})
    select page.user_id as id, page.membership_type, ${personColumns}
    from page ${joinPeople} ${order}`
}

/** The displayed columns of people, from `page.user_id`. */
export const personColumns = sql`
  coalesce(user_profile.first_name, '') as "firstName", coalesce(user_profile.last_name, '') as "lastName",
  identity_user.email as "userName", identity_user.image as picture`
export const joinPeople = sql`
  join identity_user on identity_user.id = page.user_id
  left join user_profile on user_profile.user_id = page.user_id`
