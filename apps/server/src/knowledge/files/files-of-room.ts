import type { AccountId, BaseId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

export type FileOfRoom = {
  id: FileId
  name: string
  /** Null for the room's context. */
  base: { id: BaseId; name: string } | null
  addedAt: Date
}

/** Returns the files of a room's context and of the knowledge bases that serve it, by name. The caller checks access. */
export async function filesOfRoom(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
): Promise<FileOfRoom[]> {
  const found = await sql<Omit<FileOfRoom, 'base'> & { baseId: BaseId | null; baseName: string | null }>`
    select file.id, file.name, file.stored_at as "addedAt", base.id as "baseId", base.name as "baseName"
    from room_file as file
    left join knowledge_base as base
      on base.account_id = file.account_id and base.id = file.base_id and base.deleted_at is null
    where file.account_id = ${accountId} and (file.room_id = ${roomId} or file.room_id is null) and file.stored_at is not null
      and file.deleted_at is null and (base.id is not null or not file.for_base)
    order by lower(file.name), file.id`.execute(trx)
  return found.rows.map(({ baseId, baseName, ...file }) => ({
    ...file,
    base: baseId !== null && baseName !== null ? { id: baseId, name: baseName } : null,
  }))
}

/** Returns the knowledge bases that serve a room: its own and the account's. The caller checks access. */
export async function basesOfRoom(trx: Transaction, accountId: AccountId, roomId: RoomId): Promise<BaseId[]> {
  const found = await sql<{ id: BaseId }>`
    select id from knowledge_base
    where account_id = ${accountId} and (room_id = ${roomId} or room_id is null) and deleted_at is null`.execute(
    trx,
  )
  return found.rows.map(({ id }) => id)
}
