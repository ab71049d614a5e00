import type { RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../access.ts'
import { joinPeople, personColumns } from './list-room-members.ts'
import type { RoomMemberRow } from '../present.ts'

/** Returns the people added to each of these rooms: owner and admins first, then by name, at most `max` per room. */
export async function addedMembersOf(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  roomIds: readonly RoomId[],
  max: number,
): Promise<Map<RoomId, RoomMemberRow[]>> {
  const order = sql`
    order by case page.membership_type when 'OWNER' then 1 when 'ADMIN' then 2 else 3 end, page.person, page.user_id`
  const { rows } = await sql<RoomMemberRow & { roomId: RoomId }>`
    select asked.id as "roomId", page.user_id as id, page.membership_type, ${personColumns}
    from unnest(${[...roomIds]}::text[]) as asked(id) cross join lateral (
      select page.* from (
        select added.user_id, added.membership_type, joined.person
        from room_member as added
        join membership as joined
          on joined.account_id = added.account_id and joined.user_id = added.user_id and joined.status <> 'INVITED'
        where added.account_id = ${accountId} and added.room_id = asked.id) as page
      ${order} limit ${max}) as page
    ${joinPeople} ${order}`.execute(trx)
  const members = new Map<RoomId, RoomMemberRow[]>()
  for (const { roomId, ...member } of rows) members.set(roomId, [...(members.get(roomId) ?? []), member])
  return members
}
