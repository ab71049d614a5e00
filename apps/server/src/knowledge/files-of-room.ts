import type { AccountId, BaseId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

export type FileOfRoom = {
  id: FileId
  name: string
  /** Null for the context of the room. */
  base: { id: BaseId; name: string } | null
  addedAt: Date
}

/** The files of a room's context and of its knowledge bases, by name. Whether the caller may see them is asked before. */
export async function filesOfRoom(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
): Promise<FileOfRoom[]> {
  const found = await sql<Omit<FileOfRoom, 'base'> & { baseId: BaseId | null; baseName: string }>`
    select file.id, file.name, file.stored_at as "addedAt", base.id as "baseId", base.name as "baseName"
    from room_file as file
    left join knowledge_base as base
      on base.account_id = file.account_id and base.id = file.base_id and base.deleted_at is null
    where file.account_id = ${accountId} and file.room_id = ${roomId} and file.stored_at is not null
      and file.deleted_at is null and (base.id is not null or not file.for_base)
    order by lower(file.name), file.id`.execute(trx)
  return found.rows.map(({ baseId, baseName, ...file }) => ({
    ...file,
    base: baseId && { id: baseId, name: baseName },
  }))
}

/** The knowledge bases of a room. Whether the caller may use them is asked before. */
export async function basesOfRoom(trx: Transaction, accountId: AccountId, roomId: RoomId): Promise<BaseId[]> {
  const found = await sql<{ id: BaseId }>`
    select id from knowledge_base
    where account_id = ${accountId} and room_id = ${roomId} and deleted_at is null`.execute(trx)
  return found.rows.map(({ id }) => id)
}
