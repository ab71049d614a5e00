import type { AccountId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Returns the uploader of a file in a room or base; null for a source's page, and for another file. */
export async function requesterOfFile(
  trx: Transaction,
  accountId: AccountId,
  fileId: FileId,
): Promise<UserId | null> {
  const found = await sql<{ requestedBy: UserId | null }>`
    select requested_by as "requestedBy" from room_file where account_id = ${accountId} and id = ${fileId}`.execute(
    trx,
  )
  return found.rows[0]?.requestedBy ?? null
}
