import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

export type SpreadsheetOfRoom = { id: FileId; name: string; storageKey: string; sizeBytes: number }

/** Returns these spreadsheets of rooms and knowledge bases, as far as they are stored. The caller checks access. */
export async function spreadsheetsOfFiles(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<SpreadsheetOfRoom[]> {
  if (fileIds.length === 0) return []
  const found = await sql<SpreadsheetOfRoom>`
    select id, name, storage_key as "storageKey", coalesce(size_bytes, 0) as "sizeBytes" from room_file
    where account_id = ${accountId} and id = any(${[...fileIds]}::text[]) and stored_at is not null and deleted_at is null
      and (not for_base or base_id is not null)`.execute(trx)
  return found.rows
}

/**
 * Returns the uploaded spreadsheets of a room's context, the newest first; with `fileIds`, only these, of its knowledge bases too. The
 * caller checks access.
 */
export async function spreadsheetsOfRoom(
  trx: Transaction,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
  fileIds: readonly FileId[] | null,
  max: number,
): Promise<SpreadsheetOfRoom[]> {
  const found = await sql<SpreadsheetOfRoom>`
    select id, name, storage_key as "storageKey", coalesce(size_bytes, 0) as "sizeBytes" from room_file
    where account_id = ${accountId} and stored_at is not null and deleted_at is null and source_id is null
      and name ~* '[.](csv|xls|xlsx)$' and (not for_base or base_id is not null)
      and case when ${fileIds === null} then room_id = ${roomId} and not for_base
        else (room_id = ${roomId} or room_id is null) and id = any(${[...(fileIds ?? [])]}::text[]) end
    order by stored_at desc, id limit ${max}`.execute(trx)
  return found.rows
}
