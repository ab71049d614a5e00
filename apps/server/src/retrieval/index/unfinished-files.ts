import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Returns the files of all accounts that wait for indexing or seem to be indexed now, oldest request first: for the sweep. */
export async function unfinishedFiles(trx: Transaction): Promise<{ accountId: AccountId; fileId: FileId }[]> {
  const found = await sql<{ accountId: AccountId; fileId: FileId }>`
    select account_id as "accountId", file_id as "fileId" from indexed_file
    where status in ('PENDING', 'ONGOING') order by requested_at limit 10000`.execute(trx)
  return found.rows
}
