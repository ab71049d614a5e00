import { type AccountId, adminRoles, limits, type Room, type RoomId, type UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { isLimitedFor } from '../credits/index.ts'
import {
  refuseIf,
  type Statement,
  statement,
  type Transaction,
  versionOf,
} from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { UsableRoom } from './room-brief.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** A room as a person who may use it sees it. */
export type VisibleRoom = Omit<Room, 'members'>

/**
 * The access policy of rooms (ROOM-04), as the query that everything here uses: a private room is open to the people added to it,
 * its owner among them; a public one to everybody in the account, and account admins are admins in it. Account admins as such see
 * no private rooms. Outsiders and invited people see none.
 */
const roomsOf = (actor: Actor, which: RawBuilder<unknown>, columns = asSeen(actor)) => sql`
  select ${columns}
  from room
  join membership as joined
    on joined.account_id = room.account_id and joined.user_id = ${actor.userId} and joined.status <> 'INVITED'
  left join room_member as mine
    on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id
  where room.account_id = ${actor.accountId} and (room.access_type = 'PUBLIC' or mine.user_id is not null) and ${which}`

/** The columns of `VisibleRoom`, by the names and in the order of the contract. */
const asSeen = ({ accountId }: Actor) => sql`
  room.id, room.name, room.description, room.logo_filename as "logoFilename", room.access_type,
    case room.access_type
      when 'PRIVATE' then (select count(*)::int from room_member as added
        where added.account_id = room.account_id and added.room_id = room.id)
      else (select count(*)::int from membership as anyone
        where anyone.account_id = ${accountId} and anyone.status <> 'INVITED')
    end as member_count, ${membershipType} as membership_type, room.new_chat_share as "newChatShare"`

/** SQL for a person's role in a room, from `joined` (the account) and `mine` (the room, if any). */
export const membershipType = sql`
  case when room.access_type = 'PUBLIC' and coalesce(mine.membership_type, 'MEMBER') = 'MEMBER'
    then case when joined.role = any(${[...adminRoles]}) then 'ADMIN' else 'MEMBER' end
    else mine.membership_type
  end`

const visibleRooms = (actor: Actor) => roomsOf(actor, sql`room.deleted_at is null`)

/** How long a deleted room can be restored. */
export const undo = sql`make_interval(days => ${limits.roomUndoDays})`

/** Returns the rooms that a person may use, by name. */
export async function roomsFor(trx: Transaction, actor: Actor): Promise<VisibleRoom[]> {
  const found = await sql<VisibleRoom>`${visibleRooms(actor)} order by lower(room.name), room.id`.execute(trx)
  return found.rows
}

/** Returns the room if the person may use it; otherwise throws NOT_FOUND as for a missing one. */
export const requireRoom = async (trx: Transaction, actor: Actor, roomId: RoomId): Promise<VisibleRoom> =>
  (await findRoom(trx, actor, roomId)) ?? fail('NOT_FOUND')

/** The same; null instead of an error. */
export async function findRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<VisibleRoom | null> {
  const found = await sql<VisibleRoom>`${visibleRooms(actor)} and room.id = ${roomId}`.execute(trx)
  return found.rows[0] ?? null
}

/**
 * Returns the part of the room that a question needs, for a person who may ask in it; null for others. One query reads
 * permission, instructions and allowed models.
 */
export async function usableRoom(trx: Transaction, actor: Actor, roomId: RoomId): Promise<UsableRoom | null> {
  const found = await sql<UsableRoom>`
    with found as materialized (${briefOf(actor, roomId)})
    select found.*, ${versionOf(sql`found`)} as version from found`.execute(trx)
  return found.rows[0] ?? null
}

/** Refuses when the person may no longer use the room, or when anything in it differs. */
export const refuseChangedRoom = (actor: Actor, { id, version }: UsableRoom): Statement =>
  statement(sql<{ isRefused: boolean }>`
    with found as materialized (${briefOf(actor, id)})
    select ${refuseIf(sql`(select ${versionOf(sql`found`)} from found) is distinct from ${version}`)} as "isRefused"`)

/** The columns of `UsableRoom` except `version`. */
const briefOf = (actor: Actor, roomId: RoomId) =>
  roomsOf(
    actor,
    sql`room.deleted_at is null and room.id = ${roomId}`,
    sql`
    room.id, room.name, room.instructions, room.modifiers, room.allowed_model_ids as "roomModelIds",
    room.marks_unsupported as "marksUnsupported", room.new_chat_share as "newChatShare",
    (select account.allowed_model_ids from account where account.id = room.account_id) as "accountModelIds",
    (select account.limit_model_id from account where account.id = room.account_id) as "limitModelId",
    ${isLimitedFor({ ...actor, roomId })} as "isLimited", ${membershipType} as "membershipType"`,
  )

/** Returns the names of those of these rooms that a person may use; with `isWithDeleted` also rooms in the bin. */
export async function namesOfRooms(
  trx: Transaction,
  actor: Actor,
  roomIds: readonly RoomId[],
  { isWithDeleted = false } = {},
): Promise<Map<RoomId, string>> {
  if (roomIds.length === 0) return new Map()
  const which = sql`(${isWithDeleted} or room.deleted_at is null) and room.id = any(${[...roomIds]}::text[])`
  const found = await sql<{ id: RoomId; name: string }>`
    ${roomsOf(actor, which, sql`room.id, room.name`)}`.execute(trx)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

/** Returns whether a person may ask in a room and read their chats there. */
export const mayUseRoom = async (trx: Transaction, actor: Actor, roomId: RoomId): Promise<boolean> =>
  (await usableRoom(trx, actor, roomId)) !== null

/**
 * Returns the room for its owner and admins; throws FORBIDDEN for other users of it. Locks the room until the transaction ends:
 * of two concurrent edits the second sees the first's result, and may have lost the permission.
 */
export async function requireRoomEditor(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
): Promise<VisibleRoom> {
  await lockRoom(trx, actor, roomId)
  const room = await requireRoom(trx, actor, roomId)
  if (room.membership_type === 'MEMBER')
    fail(room.access_type === 'PUBLIC' ? 'PUBLIC_ROOM_MEMBER' : 'FORBIDDEN')
  return room
}

/** Locks the room against concurrent edits and leaving, not against questions. */
export async function lockRoom(trx: Transaction, { accountId }: Actor, roomId: RoomId): Promise<void> {
  await sql`select from room where account_id = ${accountId} and id = ${roomId} for no key update`.execute(
    trx,
  )
}

/** The same for background work; false when the room is deleted. */
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

/** Returns the deleted rooms that a person may restore: those that they own or administer, while they are kept. */
export async function deletedRoomsFor(
  trx: Transaction,
  actor: Actor,
): Promise<(VisibleRoom & { deletedAt: Date; erasedAt: Date })[]> {
  const found = await sql<VisibleRoom & { deletedAt: Date; erasedAt: Date }>`
    select kept.*, room.deleted_at as "deletedAt", room.deleted_at + ${undo} as "erasedAt"
    from (${roomsOf(actor, sql`room.deleted_at > now() - ${undo}`)}) as kept
    join room on room.account_id = ${actor.accountId} and room.id = kept.id
    where kept.membership_type <> 'MEMBER' order by room.deleted_at desc, room.id`.execute(trx)
  return found.rows
}
