import type { FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../knowledge-ports.ts'

/** The address of the page whose text a file is, for who was found to be allowed to open it; null for any other file. */
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
