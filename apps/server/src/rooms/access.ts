import {
  type AccountId,
  adminRoles,
  limits,
  type MembershipType,
  type RoomAccess,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { RoomBrief } from './system-prompt.ts'

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
 * to it, its owner among them; a public one for everybody in the account, whose admins are admins in it. An account's admins
 * see no private room for being admins. Who is not in the account, or only invited, sees none.
 */
const roomsOf = (actor: Actor, which: RawBuilder<unknown>, columns = asSeen(actor)) => sql`
  select ${columns}
  from room
  join membership as joined
    on joined.account_id = room.account_id and joined.user_id = ${actor.userId} and joined.status <> 'INVITED'
  left join room_member as mine
    on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id
  where room.account_id = ${actor.accountId} and (room.access_type = 'PUBLIC' or mine.user_id is not null) and ${which}`

/** The columns of `VisibleRoom`. */
const asSeen = ({ accountId }: Actor) => sql`
  room.id, room.name, room.description, room.logo_filename as "logoFilename", room.access_type as "accessType",
    case room.access_type
      when 'PRIVATE' then (select count(*)::int from room_member as added
        where added.account_id = room.account_id and added.room_id = room.id)
      else (select count(*)::int from membership as anyone
        where anyone.account_id = ${accountId} and anyone.status <> 'INVITED')
    end as "memberCount", ${membershipType} as "membershipType"`

/** What the person `joined` to the account, and perhaps `mine` in the room, is in it. */
export const membershipType = sql`
  case when room.access_type = 'PUBLIC' and coalesce(mine.membership_type, 'MEMBER') = 'MEMBER'
    then case when joined.role = any(${[...adminRoles]}) then 'ADMIN' else 'MEMBER' end
    else mine.membership_type
  end`

const visibleRooms = (actor: Actor) => roomsOf(actor, sql`room.deleted_at is null`)

/** How long a deleted room can be restored. */
export const undo = sql`make_interval(days => ${limits.roomUndoDays})`

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

/**
 * What a question needs of the room, for those who may ask in it; null for everybody else. Right, instructions and the models that
 * may be asked are read together, as every question needs all of them.
 */
export async function usableRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<RoomBrief | null> {
  const columns = sql`
    room.id, room.name, room.instructions, room.modifiers, room.allowed_model_ids as "roomModelIds",
    room.marks_unsupported as "marksUnsupported",
    (select account.allowed_model_ids from account where account.id = room.account_id) as "accountModelIds"`
  const found = await sql<RoomBrief>`
    ${roomsOf(actor, sql`room.deleted_at is null and room.id = ${roomId}`, columns)}`.execute(trx)
  return found.rows[0] ?? null
}

/** The names of those of these rooms that somebody may use. */
export async function namesOfRooms(
  trx: Transaction,
  actor: Actor,
  roomIds: readonly RoomId[],
): Promise<Map<RoomId, string>> {
  if (roomIds.length === 0) return new Map()
  const which = sql`room.deleted_at is null and room.id = any(${[...roomIds]}::text[])`
  const found = await sql<{ id: RoomId; name: string }>`
    ${roomsOf(actor, which, sql`room.id, room.name`)}`.execute(trx)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

/** Whether somebody may ask in a room and read their chats there: what chats and answers go by. */
export const mayUseRoom = async (trx: Transaction, actor: Actor, roomId: RoomId): Promise<boolean> =>
  (await usableRoom(trx, actor, roomId)) !== null

/**
 * The room, for its owner and admins; others who may use it are told that they may not edit it. The room is locked until the
 * transaction ends: of two who edit it at once, the second finds what the first has done, and may have lost the right to.
 */
export async function requireRoomEditor(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
): Promise<VisibleRoom> {
  await lockRoom(trx, actor, roomId)
  const room = await requireRoom(trx, actor, roomId)
  if (room.membershipType === 'MEMBER')
    fail(room.accessType === 'PUBLIC' ? 'PUBLIC_ROOM_MEMBER' : 'FORBIDDEN')
  return room
}

/** Makes others who edit the room, or who leave it, wait; who asks in it does not. */
export async function lockRoom(trx: Transaction, { accountId }: Actor, roomId: RoomId): Promise<void> {
  await sql`select from room where account_id = ${accountId} and id = ${roomId} for no key update`.execute(
    trx,
  )
}

/** The same for work that nobody waits for; false when the room is deleted. */
export async function lockOpenRoom(
  trx: Transaction,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
): Promise<boolean> {
  const found = await sql`
    select from room where account_id = ${accountId} and id = ${roomId} and deleted_at is null for no key update`.execute(
    trx,
  )
  return found.rows.length > 0
}

/** The deleted rooms that somebody may restore: those of which they are owner or admin, as long as they are kept. */
export async function deletedRoomsFor(
  trx: Transaction,
  actor: Actor,
): Promise<(VisibleRoom & { deletedAt: Date; erasedAt: Date })[]> {
  const found = await sql<VisibleRoom & { deletedAt: Date; erasedAt: Date }>`
    select kept.*, room.deleted_at as "deletedAt", room.deleted_at + ${undo} as "erasedAt"
    from (${roomsOf(actor, sql`room.deleted_at > now() - ${undo}`)}) as kept
    join room on room.account_id = ${actor.accountId} and room.id = kept.id
    where kept."membershipType" <> 'MEMBER' order by room.deleted_at desc, room.id`.execute(trx)
  return found.rows
}
