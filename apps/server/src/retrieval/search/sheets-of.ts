import type { AccountId, FileId, FileSheet } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Returns the sheets of a file with rows, in order, with their passages; a single table has one without a name. */
export async function sheetsOf(trx: Transaction, accountId: AccountId, fileId: FileId): Promise<FileSheet[]> {
  const found = await sql<FileSheet>`
    select coalesce(place->>'sheet', '') as name, min(position) as first, max(position) as last,
      max((place->>'row')::int) as "lastRow"
    from passage join indexed_file using (account_id, file_id)
    where account_id = ${accountId} and file_id = ${fileId} and status = 'COMPLETED' and place ? 'row'
    group by 1 order by 2`.execute(trx)
  return found.rows
}
