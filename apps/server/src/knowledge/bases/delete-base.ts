import type { BaseId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { eraseDeleted, type FileToErase } from '../files/erase-context-files.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { auditBase } from './audit-base.ts'
import { requireBaseEditor } from './find-base.ts'

/**
 * Deletes a base with its files, for the owner and admins of its room or account: with the commit it is inaccessible and not
 * searched. Then erases the bytes. Independent of the account's current plan.
 */
export async function deleteBase(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
): Promise<{ id: BaseId }> {
  const { accountId } = actor
  const { roomId, files } = await inTenant(ports.database, actor, async (trx) => {
    const { home, roomId, name } = await requireBaseEditor(trx, actor, baseId)
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
    await auditBase(trx, actor, 'knowledge-base.deleted', home, { id: baseId, name, ...counts })
    return { roomId, files }
  })
  await eraseDeleted(ports, files)
  ports.onKnowledgeChanged({ accountId, roomId })
  return { id: baseId }
}
