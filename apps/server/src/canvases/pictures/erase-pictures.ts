import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../../platform/database/index.ts'
import type { PicturePorts } from './add-picture.ts'

type Stored = { accountId: AccountId; id: FileId; storageKey: string }

/** Bytes first, so that an interrupted run finds the picture again by its row. */
async function erase(
  { database, storage }: PicturePorts,
  { accountId, id, storageKey }: Stored,
): Promise<void> {
  await storage.delete(storageKey)
  await inSystem(database, (trx) =>
    sql`delete from canvas_picture where account_id = ${accountId} and id = ${id}`.execute(trx),
  )
}

/** Erases pictures whose canvases have been erased. Returns how many. */
export async function eraseUnusedPictures(ports: PicturePorts): Promise<number> {
  const unused = await inSystem(ports.database, (trx) =>
    sql<Stored>`
      select account_id as "accountId", id, storage_key as "storageKey" from canvas_picture
      where not exists (
        select from canvas_picture_use
        where canvas_picture_use.account_id = canvas_picture.account_id and picture_id = canvas_picture.id)
      limit 1000`.execute(trx),
  )
  for (const picture of unused.rows) await erase(ports, picture)
  return unused.rows.length
}

/** Erases every picture of an account that is being erased. Idempotent. */
export async function erasePicturesOf(ports: PicturePorts, accountId: AccountId): Promise<void> {
  for (;;) {
    const left = await inSystem(ports.database, (trx) =>
      sql<Stored>`
        select account_id as "accountId", id, storage_key as "storageKey" from canvas_picture
        where account_id = ${accountId} order by id limit 200`.execute(trx),
    )
    if (left.rows.length === 0) return
    for (const picture of left.rows) await erase(ports, picture)
  }
}
