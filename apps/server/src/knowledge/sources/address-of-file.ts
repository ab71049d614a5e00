import type { FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../homes.ts'

/** Returns the web address that a file's text was fetched from; null for any other file. The caller has checked access. */
export async function addressOfFile(
  trx: Transaction,
  { accountId }: Actor,
  fileId: FileId,
): Promise<string | null> {
  const found = await sql<{ url: string | null }>`
    select url from room_file join knowledge_source as source
      on source.account_id = room_file.account_id and source.id = room_file.source_id
    where room_file.account_id = ${accountId} and room_file.id = ${fileId}`.execute(trx)
  return found.rows[0]?.url ?? null
}
