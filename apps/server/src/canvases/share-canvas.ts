import type { CanvasId, CanvasShare } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { forgetDocuments } from '../knowledge/index.ts'
import { type Actor, requireCanvas } from './access.ts'
import { auditCanvas } from './audit-canvas.ts'

/** Shares a canvas with its room, for its owner and the room's admins; only its owner stops sharing it. */
export async function shareCanvas(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  share: CanvasShare,
): Promise<void> {
  const row = await requireCanvas(trx, actor, canvasId, 'manage', { isLocked: true })
  if (row.share === share) return
  if (share === 'none' && row.ownerId !== actor.userId) fail('FORBIDDEN')
  await sql`
    update canvas set share = ${share}, private_to = case when ${share}::text = 'none' then owner_id end
    where account_id = ${actor.accountId} and id = ${canvasId}`.execute(trx)
  if (share === 'none') await forgetDocuments(trx, actor.accountId, [canvasId])
  await auditCanvas(trx, actor, share === 'none' ? 'canvas.sharing-ended' : 'canvas.shared', {
    ...row,
    share,
  })
}
