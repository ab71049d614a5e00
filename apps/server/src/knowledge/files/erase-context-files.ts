import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { uploadWindow, waiting } from './file-collection.ts'

type ErasurePorts = Pick<KnowledgePorts, 'database' | 'storage'>
export type FileToErase = { accountId: AccountId; id: FileId; storageKey: string }

const atATime = 200

/** Erases one file: its bytes first, then its index and its row, so that an interrupted run finds it again. */
async function eraseFile({ database, storage }: ErasurePorts, file: FileToErase): Promise<void> {
  await storage.delete(file.storageKey)
  await inSystem(database, async (trx) => {
    await forgetFiles(trx, file.accountId, [file.id])
    await sql`delete from room_file where account_id = ${file.accountId} and id = ${file.id}`.execute(trx)
  })
}

/** Erases files that were just deleted; the sweep completes an interrupted run. */
export async function eraseDeleted(
  ports: ErasurePorts & Pick<KnowledgePorts, 'log'>,
  files: readonly FileToErase[],
): Promise<void> {
  for (const file of files)
    await eraseFile(ports, file).catch((error: unknown) =>
      ports.log.warn(
        { event: 'file.erase_failed', err: error, fileId: file.id },
        'Could not erase the bytes of a deleted file; the sweep will retry',
      ),
    )
  await eraseEmptiedBases(ports).catch((error: unknown) =>
    ports.log.warn(
      { event: 'knowledge_base.erase_failed', err: error },
      'Could not erase a deleted knowledge base; the sweep will retry',
    ),
  )
}

/** The rows of deleted bases without files. */
const eraseEmptiedBases = ({ database }: ErasurePorts): Promise<unknown> =>
  inSystem(database, (trx) =>
    sql`
      delete from knowledge_base where deleted_at is not null and not exists (
        select from room_file where room_file.account_id = knowledge_base.account_id and base_id = knowledge_base.id)`.execute(
      trx,
    ),
  )

/** Erases the files of a room and its bases, or of all rooms of an account, that is being erased; may be called again. */
export async function eraseContextFiles(
  ports: ErasurePorts,
  { accountId, roomId }: { accountId: AccountId; roomId?: RoomId },
): Promise<void> {
  for (let more = true; more;) {
    const files = await inSystem(ports.database, (trx) =>
      sql<FileToErase>`
        select account_id as "accountId", id, storage_key as "storageKey" from room_file
        where account_id = ${accountId} ${roomId ? sql`and room_id = ${roomId}` : sql``}
        order by id limit ${atATime}`.execute(trx),
    )
    for (const file of files.rows) await eraseFile(ports, file)
    more = files.rows.length === atATime
  }
}

/**
 * Erases incomplete uploads, files that no base used in time, and interrupted deletions. Leaves pending uploads alone; an upload
 * that arrives too late finds its form expired. Returns how many files.
 */
export async function sweepContextFiles(ports: ErasurePorts): Promise<number> {
  const left = await inSystem(ports.database, async (trx) => {
    await sql`
      update room_file set deleted_at = now()
      where stored_at is null and deleted_at is null and requested_at < now() - ${uploadWindow}`.execute(trx)
    await sql`
      update room_file set deleted_at = now()
      where stored_at < now() - ${waiting} and deleted_at is null and for_base and base_id is null`.execute(
      trx,
    )
    return await sql<FileToErase>`
      select account_id as "accountId", id, storage_key as "storageKey" from room_file
      where deleted_at is not null order by deleted_at limit 10000`.execute(trx)
  })
  for (const file of left.rows) await eraseFile(ports, file)
  await eraseEmptiedBases(ports)
  return left.rows.length
}
