import { mintId, type Room, type RoomAccess } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requireRoom } from './access.ts'
import { presentRoom } from './present.ts'

export type NewRoom = { name: string; accessType: RoomAccess; description?: string }

/**
 * Makes a room that belongs to the actor, who must have joined the account. A name that the account has already, without
 * regard to case, is refused with ROOM_NAME_TAKEN.
 */
export async function createRoom(
  trx: Transaction,
  actor: Actor,
  { name, accessType, description = '' }: NewRoom,
): Promise<Room> {
  const { accountId, userId } = actor
  const made = await trx
    .insertInto('room')
    .values({
      account_id: accountId,
      id: mintId('room'),
      name,
      description,
      access_type: accessType,
      created_by: userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return fail('ROOM_NAME_TAKEN')
  await trx
    .insertInto('room_member')
    .values({ account_id: accountId, room_id: made.id, user_id: userId, membership_type: 'OWNER' })
    .execute()
  return presentRoom(await requireRoom(trx, actor, made.id))
}

/** The room that every account begins with, so that its first question can be asked at once (ACC-02). */
export const createGeneralRoom = (
  trx: Transaction,
  account: { id: Actor['accountId'] },
  owner: Actor['userId'],
): Promise<Room> =>
  createRoom(trx, { accountId: account.id, userId: owner }, { name: 'General', accessType: 'PUBLIC' })
