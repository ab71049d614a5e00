import {
  type AccountId,
  adminRoles,
  type MembershipType,
  type RoomAccess,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** A room as somebody who may use it sees it. */
export type VisibleRoom = {
  id: RoomId
  name: string
  description: string
  logoFilename: string | null
  accessType: RoomAccess
  memberCount: number
  membershipType: MembershipType
}

/**
 * The one policy of rooms (ROOM-04), as the query that everything here goes through: a private room is for those who were added
 * to it, its owner among them; a public one for everybody in the account. An account's admins see no private room for being
 * admins. Who is not in the account, or only invited, sees none.
 */
const visibleRooms = ({ accountId, userId }: Actor) => sql`
  select room.id, room.name, room.description, room.logo_filename as "logoFilename", room.access_type as "accessType",
    case room.access_type
      when 'PRIVATE' then (select count(*)::int from room_member as added
        where added.account_id = room.account_id and added.room_id = room.id)
      else (select count(*)::int from membership as anyone
        where anyone.account_id = room.account_id and anyone.status <> 'INVITED')
    end as "memberCount",
    coalesce(mine.membership_type, case when joined.role = any(${[...adminRoles]}) then 'ADMIN' else 'MEMBER' end)
      as "membershipType"
  from room
  join membership as joined
    on joined.account_id = room.account_id and joined.user_id = ${userId} and joined.status <> 'INVITED'
  left join room_member as mine
    on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id
  where room.account_id = ${accountId} and room.deleted_at is null
    and (room.access_type = 'PUBLIC' or mine.user_id is not null)`

/** The rooms that somebody may use, by name. */
export async function roomsFor(trx: Transaction, actor: Actor): Promise<VisibleRoom[]> {
  const found = await sql<VisibleRoom>`${visibleRooms(actor)} order by lower(room.name), room.id`.execute(trx)
  return found.rows
}

/** The room, for those who may use it; a room of others looks like one that does not exist. */
export async function requireRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<VisibleRoom> {
  const found = await sql<VisibleRoom>`${visibleRooms(actor)} and room.id = ${roomId}`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}

/** Whether somebody may ask in a room and read their chats there: what chats and answers go by. */
export async function mayUseRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<boolean> {
  const found = await sql`select from (${visibleRooms(actor)} and room.id = ${roomId}) as usable`.execute(trx)
  return found.rows.length > 0
}

/** The room, for its owner and admins; others who may use it are told that they may not edit it. */
export async function requireRoomEditor(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
): Promise<VisibleRoom> {
  const room = await requireRoom(trx, actor, roomId)
  return room.membershipType === 'MEMBER' ? fail('FORBIDDEN') : room
}
