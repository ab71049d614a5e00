import type { AccountId, FileId, PassagePlace } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** `position` counts from 0 through the file. */
export type Passage = { position: number; text: string; place: PassagePlace; tokens: number }

/** Returns `count` passages of a file from index `from`; none until it is indexed completely. */
export async function readPassages(
  trx: Transaction,
  accountId: AccountId,
  fileId: FileId,
  { from, count }: { from: number; count: number },
): Promise<Passage[]> {
  const found = await sql<Passage>`
    select position, text, place, passage.tokens from passage
    join indexed_file using (account_id, file_id)
    where account_id = ${accountId} and file_id = ${fileId} and status = 'COMPLETED'
      and position >= ${from} and position < ${from + count}
    order by position`.execute(trx)
  return found.rows
}
