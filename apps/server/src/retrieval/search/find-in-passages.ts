import type { AccountId, FileId, FoundInFile } from '@atrium/contract'
import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Returns the passages of a file that contain words as written, ignoring case, accents and spaces; up to a maximum. */
export async function findInPassages(
  trx: Transaction,
  accountId: AccountId,
  fileId: FileId,
  words: string,
): Promise<FoundInFile> {
  const most = limits.maxPassagesFound
  const { rows } = await sql<FoundInFile['hits'][number]>`
    select position, place from passage join indexed_file using (account_id, file_id)
    where account_id = ${accountId} and file_id = ${fileId} and status = 'COMPLETED'
      and strpos(fold_text(regexp_replace(text, '[[:space:]]+', ' ', 'g')), fold_text(${words.replaceAll(/\s+/g, ' ')})) > 0
    order by position limit ${most + 1}`.execute(trx)
  return { hits: rows.slice(0, most), isMore: rows.length > most }
}
