import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../platform/database/index.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'

type ErasurePorts = Pick<KnowledgePorts, 'database' | 'storage'>
type FileToErase = { accountId: AccountId; id: FileId; storageKey: string }

const atATime = 200

/** Erases one file: its bytes first, so that what is interrupted is found again by its row. */
export async function eraseFile({ database, storage }: ErasurePorts, file: FileToErase): Promise<void> {
  await storage.delete(file.storageKey)
  await inSystem(database, (trx) =>
    sql`delete from room_file where account_id = ${file.accountId} and id = ${file.id}`.execute(trx),
  )
}

/** Erases the files of a room, or of all rooms of an account, that is being erased; may be called again. */
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

/** How long a file may be on its way: the five minutes of its form, and a transfer that takes long. */
const arrival = sql`interval '1 hour'`

/**
 * Erases what is left of uploads that never came to their end, and of deletions that were interrupted. What is still on its way
 * is not touched; what comes too late finds its form worth nothing. Returns how many are gone.
 */
export async function sweepContextFiles(ports: ErasurePorts): Promise<number> {
  const left = await inSystem(ports.database, async (trx) => {
    await sql`
      update room_file set deleted_at = now()
      where stored_at is null and deleted_at is null and requested_at < now() - ${arrival}`.execute(trx)
    return await sql<FileToErase>`
      select account_id as "accountId", id, storage_key as "storageKey" from room_file
      where deleted_at is not null order by deleted_at limit 10000`.execute(trx)
  })
  for (const file of left.rows) await eraseFile(ports, file)
  return left.rows.length
}
