import type { AccountId, DeletedRoom, RoomDetails, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, deletedRoomsFor, lockRoom, requireRoom, requireRoomEditor, undo } from './access.ts'
import { auditRoom } from './audit-room.ts'
import { refuseTakenName } from './change-room.ts'
import { presentRoomDetails } from './present-rooms.ts'
import { requireDistinctName, requireRoomAllowance } from './room-rules.ts'
import { narrow, type RoomPorts } from './room-ports.ts'
import { rulesOfRoom } from './system-prompt.ts'

/** Moves a room with its chats into the bin: with the commit all access ends and open streams close. */
export async function deleteRoom(
  ports: RoomPorts,
  actor: Actor,
  roomId: RoomId,
): Promise<{ id: RoomId; erasedAt: string }> {
  const { accountId } = actor
  const erasedAt = await inTenant(ports.database, actor, async (trx) => {
    const room = await requireRoomEditor(trx, actor, roomId)
    const deleted = await sql<{ erasedAt: Date }>`
      update room set deleted_at = now() where account_id = ${accountId} and id = ${roomId}
      returning deleted_at + ${undo} as "erasedAt"`.execute(trx)
    await narrow(ports, trx, { accountId, roomId })
    await auditRoom(trx, actor, 'room.deleted', room)
    return deleted.rows[0]?.erasedAt ?? fail('NOT_FOUND')
  })
  ports.onAccessRevoked({ accountId, roomId })
  return { id: roomId, erasedAt: erasedAt.toISOString() }
}

/** Returns the bin as the actor sees it. */
export async function listDeletedRooms(trx: Transaction, actor: Actor): Promise<DeletedRoom[]> {
  return (await deletedRoomsFor(trx, actor)).map((room) => ({
    id: room.id,
    name: room.name,
    access_type: room.access_type,
    deletedAt: room.deletedAt.toISOString(),
    erasedAt: room.erasedAt.toISOString(),
  }))
}

/**
 * Restores a room unchanged, for its former owner or admins; as `name` where its own was taken meanwhile (ROOM_NAME_TAKEN). Other
 * people's, erased and undeleted rooms look alike.
 */
export async function restoreRoom(
  { database }: Pick<RoomPorts, 'database'>,
  actor: Actor,
  roomId: RoomId,
  name?: string,
): Promise<RoomDetails> {
  return await inTenant(database, actor, async (trx) => {
    await lockRoom(trx, actor, roomId)
    const kept = (await deletedRoomsFor(trx, actor)).find((room) => room.id === roomId) ?? fail('NOT_FOUND')
    await requireRoomAllowance(trx, actor)
    await requireDistinctName(trx, actor, name ?? kept.name, roomId)
    await trx
      .updateTable('room')
      .set({ deleted_at: null, name: name ?? kept.name })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', roomId)
      .execute()
    const room = await requireRoom(trx, actor, roomId)
    await auditRoom(trx, actor, 'room.restored', room)
    return await presentRoomDetails(trx, actor, room, await rulesOfRoom(trx, actor, roomId))
  }).catch(refuseTakenName)
}

export type DueRoom = { accountId: AccountId; roomId: RoomId }

/**
 * Erases rooms whose time in the bin is over. `eraseContents` erases other nouns' contents, first those outside the database, and
 * must be idempotent. Returns how many were erased.
 */
export async function eraseDeletedRooms(
  database: Database,
  eraseContents: readonly ((room: DueRoom) => Promise<void>)[],
): Promise<number> {
  const due = await inSystem(database, (trx) =>
    sql<DueRoom>`
      select account_id as "accountId", id as "roomId" from room
      where deleted_at <= now() - ${undo} order by deleted_at limit 100`.execute(trx),
  )
  for (const room of due.rows) {
    for (const erase of eraseContents) await erase(room)
    await inSystem(database, (trx) =>
      sql`delete from room where account_id = ${room.accountId} and id = ${room.roomId}
        and deleted_at <= now() - ${undo}`.execute(trx),
    )
  }
  return due.rows.length
}
