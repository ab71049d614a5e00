import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { requestIndexing } from '../../retrieval/index.ts'
import { type Database, inSystem, inTenant, type Transaction } from '../../platform/database/index.ts'
import type { EnqueueIndexing } from '../knowledge-ports.ts'

type IndexingPorts = { enqueueIndexing: EnqueueIndexing }
type FileToRead = {
  accountId: AccountId
  id: FileId
  scopeId: string
  storageKey: string
  name: string
  /** Its archive: the files of one share text limits. */
  uploadId?: FileId
}

/** Enqueues indexing a file for its room or base, if this transaction commits. */
export async function requestFileIndexing(
  { enqueueIndexing }: IndexingPorts,
  trx: Transaction,
  { accountId, id: fileId, scopeId, storageKey, name, uploadId }: FileToRead,
): Promise<void> {
  await sql`
    update room_file set index_requested = true where account_id = ${accountId} and id = ${fileId}`.execute(
    trx,
  )
  await requestIndexing(trx, { accountId, fileId, scopeId, storageKey, name, ...(uploadId && { uploadId }) })
  await enqueueIndexing(trx, { accountId, fileId })
}

const atATime = 200

/** Enqueues indexing of files stored before indexing existed. Returns how many. */
export async function indexStoredFiles(ports: IndexingPorts & { database: Database }): Promise<number> {
  let count = 0
  for (let more = true; more;) {
    const unread = await inSystem(ports.database, (trx) =>
      sql<{ accountId: AccountId; id: FileId }>`
        select account_id as "accountId", id from room_file where ${isUnread} order by stored_at limit ${atATime}`.execute(
        trx,
      ),
    )
    for (const file of unread.rows) count += await indexIfUnread(ports, file)
    more = unread.rows.length === atATime
  }
  return count
}

const isUnread = sql`
  stored_at is not null and deleted_at is null and not index_requested and (not for_base or base_id is not null)`

/** 1 when it was not indexed yet, else 0. */
const indexIfUnread = (
  ports: IndexingPorts & { database: Database },
  { accountId, id }: { accountId: AccountId; id: FileId },
): Promise<number> =>
  inTenant(ports.database, { accountId, userId: null }, async (trx) => {
    const found = await sql<FileToRead>`
      select account_id as "accountId", id, coalesce(base_id, room_id) as "scopeId", storage_key as "storageKey", name
      from room_file where account_id = ${accountId} and id = ${id} and ${isUnread} for update`.execute(trx)
    for (const file of found.rows) await requestFileIndexing(ports, trx, file)
    return found.rows.length
  })
