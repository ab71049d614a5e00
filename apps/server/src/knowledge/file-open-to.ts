import type { FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { namesOfRooms } from '../rooms/index.ts'
import type { Actor } from './knowledge-ports.ts'

/** Those of these files of rooms and bases that the actor may open now. */
export async function fileOpenTo(
  trx: Transaction,
  actor: Actor,
  fileIds: readonly FileId[],
): Promise<Set<FileId>> {
  if (fileIds.length === 0) return new Set()
  const { rows: found } = await sql<{ id: FileId; roomId: RoomId }>`
    select id, room_id as "roomId" from room_file
    where account_id = ${actor.accountId} and id = any(${[...fileIds]}::text[]) and stored_at is not null
      and deleted_at is null and (not for_base or base_id is not null)`.execute(trx)
  const rooms = await namesOfRooms(
    trx,
    actor,
    found.map(({ roomId }) => roomId),
  )
  return new Set(found.filter(({ roomId }) => rooms.has(roomId)).map(({ id }) => id))
}
