import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** The files of all accounts that are still to be read, or seem to be read now, longest asked for first: for who sweeps. */
export async function unfinishedFiles(trx: Transaction): Promise<{ accountId: AccountId; fileId: FileId }[]> {
  const found = await sql<{ accountId: AccountId; fileId: FileId }>`
    select account_id as "accountId", file_id as "fileId" from indexed_file
    where status in ('PENDING', 'ONGOING') order by requested_at limit 10000`.execute(trx)
  return found.rows
}
