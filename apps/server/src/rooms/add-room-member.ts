import type { RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requireRoomEditor } from './access.ts'

export type NewRoomMember = { roomId: RoomId; userId: UserId; membershipType: 'MEMBER' | 'ADMIN' }

/**
 * Adds somebody who has joined the account to a private room. Who is in it already stays what they are. NOT_FOUND for people
 * outside the account, INVALID_INPUT for a public room, which is everybody's.
 */
export async function addRoomMember(
  trx: Transaction,
  actor: Actor,
  { roomId, userId, membershipType }: NewRoomMember,
): Promise<void> {
  const room = await requireRoomEditor(trx, actor, roomId)
  if (room.accessType === 'PUBLIC')
    fail('INVALID_INPUT', {
      issues: [{ path: 'params.roomId', message: 'A public room has no members of its own.' }],
    })
  const joined = await sql`
    with added as (
      insert into room_member (account_id, room_id, user_id, membership_type)
      select account_id, ${roomId}, user_id, ${membershipType} from membership
      where account_id = ${actor.accountId} and user_id = ${userId} and status <> 'INVITED'
      on conflict do nothing)
    select from membership where account_id = ${actor.accountId} and user_id = ${userId} and status <> 'INVITED'`.execute(
    trx,
  )
  if (joined.rows.length === 0) fail('NOT_FOUND')
}
