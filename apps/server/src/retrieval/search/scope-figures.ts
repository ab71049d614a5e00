import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** Sums over completely indexed files. */
export type ScopeFigures = { files: number; passages: number; words: number; tokens: number }

/** Returns the figures of these scopes, or of these files in them, in constant time for any number of files. */
export async function figuresOf(
  trx: Transaction,
  accountId: AccountId,
  { scopeIds, fileIds }: { scopeIds: readonly string[]; fileIds?: readonly FileId[] | undefined },
): Promise<ScopeFigures> {
  const counted = fileIds
    ? sql`
      select 1 as files, passages, words, tokens from indexed_file
      where account_id = ${accountId} and file_id = any(${[...fileIds]}) and scope_id = any(${[...scopeIds]})
        and status = 'COMPLETED' and passages > 0`
    : sql`
      select files, passages, words, tokens from scope_figures
      where account_id = ${accountId} and scope_id = any(${[...scopeIds]})`
  const found = await sql<ScopeFigures>`
    select coalesce(sum(files), 0)::int as files, coalesce(sum(passages), 0)::int8 as passages,
      coalesce(sum(words), 0)::int8 as words, coalesce(sum(tokens), 0)::int8 as tokens
    from (${counted}) as counted`.execute(trx)
  return found.rows[0] ?? { files: 0, passages: 0, words: 0, tokens: 0 }
}
