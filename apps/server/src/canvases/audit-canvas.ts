import { writeAudit } from '../accounts/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor, CanvasRow } from './access.ts'

/** Writes an audit entry about a shared canvas, without its title: account admins read the log, and may not read the canvas. */
export const auditCanvas = (
  trx: TenantTransaction,
  { accountId, userId: actorId }: Actor,
  action: 'canvas.shared' | 'canvas.sharing-ended' | 'canvas.deleted' | 'canvas.restored',
  { id, roomId, share }: Pick<CanvasRow, 'id' | 'roomId' | 'share'>,
): Promise<void> =>
  writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'canvas',
    objectId: id,
    details: { roomId, ...(share !== 'none' && { share }) },
  })
