import type { BaseId } from '@atrium/contract'
import { writeAudit } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Home } from '../homes.ts'
import type { Actor } from '../homes.ts'
import { placeInAudit } from '../place-in-audit.ts'

/** Writes an audit entry: a base was created, changed or deleted, and how many files were added or removed. */
export async function auditBase(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'knowledge-base.created' | 'knowledge-base.changed' | 'knowledge-base.deleted',
  home: Pick<Home, 'room'>,
  base: { id: BaseId; name: string; filesAdded: number; filesDeleted: number },
): Promise<void> {
  const { filesAdded, filesDeleted } = base
  await writeAudit(trx, {
    accountId,
    actorId,
    action,
    objectType: 'knowledge-base',
    objectId: base.id,
    details: { ...placeInAudit(home, base.name), filesAdded, filesDeleted },
  })
}
