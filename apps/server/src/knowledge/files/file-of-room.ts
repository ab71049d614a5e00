import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Returns a stored file of a room's context or of a knowledge base that serves it; null for another. The caller checks access. */
export async function fileOfRoom(
  trx: Transaction,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
  fileId: FileId,
): Promise<{ name: string; storageKey: string } | null> {
  const found = await sql<{ name: string; storageKey: string }>`
    select name, storage_key as "storageKey" from room_file
    where account_id = ${accountId} and id = ${fileId} and (room_id = ${roomId} or room_id is null)
      and stored_at is not null and deleted_at is null and (not for_base or base_id is not null)`.execute(trx)
  return found.rows[0] ?? null
}
