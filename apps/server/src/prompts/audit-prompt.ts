import type { RoomId } from '@atrium/contract'
import { writeAudit } from '../accounts/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor, PromptRow, Reach } from './access.ts'

type Audited = Pick<PromptRow, 'id' | 'title' | 'scope'> & { roomId: RoomId | null }

/** Writes an audit entry about a shared template; nobody's own is audited. Names nothing of a private room. */
export async function auditPrompt(
  trx: TenantTransaction,
  { accountId, userId: actorId }: Actor,
  action: 'prompt.shared' | 'prompt.changed' | 'prompt.deleted' | 'prompt.restored',
  { rooms }: Reach,
  { id, title, scope, roomId }: Audited,
): Promise<void> {
  if (scope === 'mine') return
  const room = rooms.find((one) => one.id === roomId)
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'prompt',
    objectId: id,
    details: {
      ...(room && { roomId: room.id, access: room.access_type }),
      ...(room?.access_type !== 'PRIVATE' && { name: title }),
    },
  })
}
