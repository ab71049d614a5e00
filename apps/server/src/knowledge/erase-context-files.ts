import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../passages/index.ts'
import { inSystem } from '../platform/database/index.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { arrival, waiting } from './shelf.ts'

type ErasurePorts = Pick<KnowledgePorts, 'database' | 'storage'>
export type FileToErase = { accountId: AccountId; id: FileId; storageKey: string }

const atATime = 200

/** Erases one file: its bytes first, so that what is interrupted is found again by its row, and with that what is known of it. */
async function eraseFile({ database, storage }: ErasurePorts, file: FileToErase): Promise<void> {
  await storage.delete(file.storageKey)
  await inSystem(database, async (trx) => {
    await forgetFiles(trx, file.accountId, [file.id])
    await sql`delete from room_file where account_id = ${file.accountId} and id = ${file.id}`.execute(trx)
  })
}

/** Erases files that were deleted just now; what is interrupted here, the sweep finishes. */
export async function eraseDeleted(
  ports: ErasurePorts & Pick<KnowledgePorts, 'log'>,
  files: readonly FileToErase[],
): Promise<void> {
  for (const file of files)
    await eraseFile(ports, file).catch((error: unknown) =>
      ports.log.warn({ err: error, fileId: file.id }, 'the bytes of a deleted file are left for the sweep'),
    )
  await eraseEmptiedBases(ports).catch((error: unknown) =>
    ports.log.warn({ err: error }, 'a deleted knowledge base is left for the sweep'),
  )
}

/** The rows of deleted bases whose files are all gone. */
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
 * Erases what is left of uploads that never came to their end, files that waited for a base in vain, and what is left of
 * deletions that were interrupted. What is still on its way is not touched; what comes too late finds its form worth nothing.
 * Returns how many files are gone.
 */
export async function sweepContextFiles(ports: ErasurePorts): Promise<number> {
  const left = await inSystem(ports.database, async (trx) => {
    await sql`
      update room_file set deleted_at = now()
      where stored_at is null and deleted_at is null and requested_at < now() - ${arrival}`.execute(trx)
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
