import type { RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireRoomEditor } from '../access.ts'
import { auditRoom } from '../audit-room.ts'

export type NewRoomMember = { id: UserId; membership_type: 'MEMBER' | 'ADMIN' }
export type RoomMembership = { id: UserId; membership_type: 'MEMBER' | 'ADMIN' | 'OWNER' }

/**
 * Adds members of the account to a private room, and returns each one's role in it; existing members keep theirs. Throws
 * NOT_FOUND and adds nobody when one is not in the account; INVALID_INPUT for a public room, which is open to everybody.
 */
export async function addRoomMembers(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
  people: readonly NewRoomMember[],
): Promise<RoomMembership[]> {
  const { accountId } = actor
  const room = await requireRoomEditor(trx, actor, roomId)
  if (room.access_type === 'PUBLIC') refusePublic()
  const types = new Map(people.map((person) => [person.id, person.membership_type]))
  const ids = [...types.keys()]
  const added = await sql<{ id: UserId }>`
    insert into room_member (account_id, room_id, user_id, membership_type)
    select account_id, ${roomId}, user_id, person.type
    from membership join unnest(${ids}::text[], ${[...types.values()]}::text[]) as person (id, type) on person.id = user_id
    where account_id = ${accountId} and status <> 'INVITED'
    on conflict do nothing returning user_id as id`.execute(trx)
  const inRoom = await trx
    .selectFrom('room_member')
    .select(['user_id as id', 'membership_type'])
    .where('account_id', '=', accountId)
    .where('room_id', '=', roomId)
    .where('user_id', 'in', ids)
    .orderBy('user_id')
    .execute()
  if (inRoom.length < ids.length) fail('NOT_FOUND')
  for (const { id } of added.rows)
    await auditRoom(trx, actor, 'room-member.added', room, { userId: id, type: types.get(id) ?? 'MEMBER' })
  return inRoom
}

/** Adds one person. */
export async function addRoomMember(
  trx: Transaction,
  actor: Actor,
  {
    roomId,
    userId,
    membershipType,
  }: { roomId: RoomId; userId: UserId; membershipType: NewRoomMember['membership_type'] },
): Promise<void> {
  await addRoomMembers(trx, actor, roomId, [{ id: userId, membership_type: membershipType }])
}

/** Refuses a public room where only private ones have members. */
export const refusePublic = (): never =>
  fail('INVALID_INPUT', {
    issues: [{ path: 'params.roomId', message: 'A public room has no members of its own.' }],
  })
