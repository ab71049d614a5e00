import { mintId, type Room, type RoomAccess } from '@atrium/contract'
import { findLogo } from '../files/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requireRoom, type VisibleRoom } from './access.ts'
import { auditRoom } from './audit-room.ts'
import { presentRoom } from './present-rooms.ts'
import { requireDistinctName, requireRoomAllowance } from './room-rules.ts'

export type NewRoom = {
  name: string
  accessType: RoomAccess
  description?: string
  logoFilename?: string | null | undefined
  /** As returned by `requestedModels`. */
  allowedModelIds?: string[] | null
}

/**
 * Creates a room owned by the actor, who must have joined the account. Refuses a taken or look-alike name with ROOM_NAME_TAKEN,
 * also concurrently. A plain member may create a limited number (ROOM_LIMIT_REACHED).
 */
export async function createRoom(trx: Transaction, actor: Actor, wanted: NewRoom): Promise<Room> {
  await requireRoomAllowance(trx, actor)
  await requireDistinctName(trx, actor, wanted.name)
  const room = await insertRoom(trx, actor, wanted)
  await auditRoom(trx, actor, 'room.created', room)
  return await presentRoom(trx, actor, room)
}

/** Creates the room that every account begins with, so that questions can be asked at once (ACC-02). */
export async function createGeneralRoom(
  trx: Transaction,
  account: { id: Actor['accountId'] },
  owner: Actor['userId'],
): Promise<Room> {
  const actor = { accountId: account.id, userId: owner }
  return await presentRoom(
    trx,
    actor,
    await insertRoom(trx, actor, { name: 'General', accessType: 'PUBLIC' }),
  )
}

async function insertRoom(
  trx: Transaction,
  actor: Actor,
  { name, accessType, description = '', logoFilename = null, allowedModelIds = null }: NewRoom,
): Promise<VisibleRoom> {
  const { accountId, userId } = actor
  const made = await trx
    .insertInto('room')
    .values({
      account_id: accountId,
      id: mintId('room'),
      name,
      description,
      logo_filename: await logoOf(trx, actor, logoFilename),
      access_type: accessType,
      created_by: userId,
      allowed_model_ids: allowedModelIds,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return fail('ROOM_NAME_TAKEN')
  await trx
    .insertInto('room_member')
    .values({ account_id: accountId, room_id: made.id, user_id: userId, membership_type: 'OWNER' })
    .execute()
  return requireRoom(trx, actor, made.id)
}

/** Returns the stored name of a picture uploaded for this account; throws INVALID_INPUT for any other. */
export async function logoOf(
  trx: Transaction,
  { accountId }: Actor,
  logoFilename: string | null,
): Promise<string | null> {
  if (logoFilename === null) return null
  const issue = {
    path: 'body.logoFilename',
    message: 'No image with this name was uploaded for this account.',
  }
  return (await findLogo(trx, accountId, logoFilename)) ?? fail('INVALID_INPUT', { issues: [issue] })
}
