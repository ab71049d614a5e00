import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** The names of these files, if they are in the room's context. */
export async function namesOfContextFiles(
  trx: Transaction,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
  ids: readonly FileId[],
): Promise<Map<FileId, string>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: FileId; name: string }>`
    select id, name from room_file
    where account_id = ${accountId} and room_id = ${roomId} and id = any(${[...ids]}::text[])
      and stored_at is not null and deleted_at is null and not for_base`.execute(trx)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}
