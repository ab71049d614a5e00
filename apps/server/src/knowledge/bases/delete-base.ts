import type { BaseId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../passages/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { eraseDeleted, type FileToErase } from '../erase-context-files.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { auditBase } from './audit-base.ts'
import { requireBaseEditor } from './find-base.ts'

/**
 * Deletes a base with its files, for the owner and admins of its room: from the commit on nobody reaches them, and no question
 * finds them. Then their bytes go. This can be done whatever the account's plan is now.
 */
export async function deleteBase(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
): Promise<{ id: BaseId }> {
  const { accountId } = actor
  const { roomId, files } = await inTenant(ports.database, actor, async (trx) => {
    const { room, roomId, name } = await requireBaseEditor(trx, actor, baseId)
    await sql`
      update knowledge_base set deleted_at = now() where account_id = ${accountId} and id = ${baseId}`.execute(
      trx,
    )
    const { rows: files } = await sql<FileToErase>`
      update room_file set deleted_at = now()
      where account_id = ${accountId} and base_id = ${baseId} and deleted_at is null
      returning account_id as "accountId", id, storage_key as "storageKey"`.execute(trx)
    await forgetFiles(
      trx,
      accountId,
      files.map(({ id }) => id),
    )
    const counts = { filesAdded: 0, filesDeleted: files.length }
    await auditBase(trx, actor, 'knowledge-base.deleted', room, { id: baseId, name, ...counts })
    return { roomId, files }
  })
  await eraseDeleted(ports, files)
  ports.onKnowledgeChanged({ accountId, roomId })
  return { id: baseId }
}
