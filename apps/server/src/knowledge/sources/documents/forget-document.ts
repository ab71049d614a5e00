import type { AccountId, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../../retrieval/index.ts'
import type { Transaction } from '../../../platform/database/index.ts'
import type { FileToErase } from '../../files/erase-context-files.ts'
import type { OriginId } from './document-reader.ts'

/** Seconds until a canvas or chat is read again. */
export const documentIntervalSeconds = 300

/**
 * Removes the texts of canvases or chats that were deleted or are no longer shared, in the same transaction: from the commit on no base
 * finds them. The sweep erases the bytes; a document that is shared again is read again.
 */
export async function forgetDocuments(
  trx: Transaction,
  accountId: AccountId,
  originIds: readonly OriginId[],
): Promise<void> {
  const found = await sql<{ id: SourceId }>`
    select id from knowledge_source
    where account_id = ${accountId} and origin_id = any(${[...originIds]}::text[])`.execute(trx)
  if (found.rows.length > 0)
    await removeTexts(
      trx,
      accountId,
      found.rows.map(({ id }) => id),
    )
}

/** Removes the texts of these sources, which then say that they are gone. Returns the files whose bytes are to be erased. */
export async function removeTexts(
  trx: Transaction,
  accountId: AccountId,
  sourceIds: readonly SourceId[],
): Promise<FileToErase[]> {
  const { rows: files } = await sql<FileToErase>`
    update room_file set deleted_at = now()
    where account_id = ${accountId} and source_id = any(${[...sourceIds]}::text[]) and deleted_at is null
    returning account_id as "accountId", id, storage_key as "storageKey"`.execute(trx)
  await forgetFiles(
    trx,
    accountId,
    files.map(({ id }) => id),
  )
  await sql`
    update knowledge_source set status = 'GONE', problem = null, file_id = null, content_hash = null,
      due_at = now() + make_interval(secs => ${documentIntervalSeconds})
    where account_id = ${accountId} and id = any(${[...sourceIds]}::text[])`.execute(trx)
  return files
}
