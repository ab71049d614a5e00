import type { AccountId, CanvasId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'

/** Returns the storage key of a picture of a canvas that the actor may view. Throws NOT_FOUND for any other file. */
export async function requirePicture(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, fileId }: { canvasId: CanvasId; fileId: FileId },
): Promise<string> {
  await requireCanvas(trx, actor, canvasId, 'view')
  const found = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from canvas_picture_use
    join canvas_picture on canvas_picture.account_id = canvas_picture_use.account_id
      and canvas_picture.id = canvas_picture_use.picture_id
    where canvas_picture_use.account_id = ${actor.accountId} and canvas_id = ${canvasId} and picture_id = ${fileId}`.execute(
    trx,
  )
  return found.rows[0]?.storageKey ?? fail('NOT_FOUND')
}

/** Makes the copy of a canvas show the same pictures. */
export async function sharePictures(
  trx: TenantTransaction,
  accountId: AccountId,
  { from, to }: { from: CanvasId; to: CanvasId },
): Promise<void> {
  await sql`
    insert into canvas_picture_use (account_id, canvas_id, picture_id)
    select account_id, ${to}, picture_id from canvas_picture_use
    where account_id = ${accountId} and canvas_id = ${from}`.execute(trx)
}
