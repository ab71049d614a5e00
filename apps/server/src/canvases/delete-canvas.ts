import { type Canvas, type CanvasId, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type TenantTransaction } from '../platform/database/index.ts'
import { forgetDocuments } from '../knowledge/index.ts'
import { type Actor, requireCanvas } from './access.ts'
import { auditCanvas } from './audit-canvas.ts'
import { presentCanvas } from './present-canvas.ts'

/** Deletes a canvas, for its owner and the admins of its room; it can be restored for a while. */
export async function deleteCanvas(trx: TenantTransaction, actor: Actor, canvasId: CanvasId): Promise<void> {
  const row = await requireCanvas(trx, actor, canvasId, 'manage', { isLocked: true })
  await sql`
    update canvas set deleted_at = now() where account_id = ${actor.accountId} and id = ${canvasId}`.execute(
    trx,
  )
  await forgetDocuments(trx, actor.accountId, [canvasId])
  if (row.share !== 'none') await auditCanvas(trx, actor, 'canvas.deleted', row)
}

/** Restores a deleted canvas; does nothing if it isn't deleted. */
export async function restoreCanvas(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
): Promise<Canvas> {
  const row = await requireCanvas(trx, actor, canvasId, 'manage', { evenDeleted: true, isLocked: true })
  if (row.deletedAt !== null) {
    await sql`
      update canvas set deleted_at = null where account_id = ${actor.accountId} and id = ${canvasId}`.execute(
      trx,
    )
    if (row.share !== 'none') await auditCanvas(trx, actor, 'canvas.restored', row)
  }
  return presentCanvas(row)
}

/** Erases canvases that were deleted long enough ago. Returns how many. */
export const eraseDeletedCanvases = (database: Database): Promise<number> =>
  inSystem(database, async (trx) => {
    const erased = await sql`
      delete from canvas where deleted_at < now() - make_interval(days => ${limits.canvasUndoDays})`.execute(
      trx,
    )
    return Number(erased.numAffectedRows ?? 0)
  })
