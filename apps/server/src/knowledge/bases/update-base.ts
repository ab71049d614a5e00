import type { BaseId, FileId, KnowledgeBase } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireBases } from '../files/context-limits.ts'
import { eraseDeleted, type FileToErase } from '../files/erase-context-files.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { auditBase } from './audit-base.ts'
import { bindFiles, refuseTakenNames } from './bind-files.ts'
import { requireBaseEditor } from './find-base.ts'
import { presentBase } from './present-bases.ts'

type BaseChange = {
  name?: string | undefined
  description?: string | undefined
  /** Keys of files to add. */
  keys?: readonly string[] | undefined
  removedFileIds?: readonly FileId[] | undefined
}

/**
 * Renames a base, deletes files and adds others, for the owner and admins of its room or account; all or nothing. NOT_FOUND for a
 * file to delete that is not in the base.
 */
export async function updateBase(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  { name, description, keys = [], removedFileIds = [] }: BaseChange,
): Promise<KnowledgeBase> {
  const { accountId } = actor
  const { base, removed } = await inTenant(ports.database, actor, async (trx) => {
    const before = await requireBaseEditor(trx, actor, baseId)
    const { home, roomId } = before
    const allowed = await requireBases(trx, actor, ports.plans)
    await sql`
      update knowledge_base set name = coalesce(${name ?? null}, name),
        description = coalesce(${description ?? null}, description), updated_at = now()
      where account_id = ${accountId} and id = ${baseId}`.execute(trx)
    const removed = await removeFiles(trx, actor, baseId, removedFileIds)
    await bindFiles(ports, trx, actor, { id: baseId, roomId, keys, allowed })
    await auditBase(trx, actor, 'knowledge-base.changed', home, {
      id: baseId,
      name: name ?? before.name,
      filesAdded: new Set(keys).size,
      filesDeleted: removed.length,
    })
    return { base: await presentBase(trx, actor, home, baseId), removed }
  }).catch(refuseTakenNames)
  await eraseDeleted(ports, removed)
  ports.onKnowledgeChanged({ accountId, roomId: base.room?.id ?? null })
  return base
}

async function removeFiles(
  trx: Transaction,
  { accountId }: Actor,
  baseId: BaseId,
  fileIds: readonly FileId[],
): Promise<FileToErase[]> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return []
  const removed = await sql<FileToErase>`
    update room_file set deleted_at = now()
    where account_id = ${accountId} and base_id = ${baseId} and id = any(${ids}::text[]) and deleted_at is null
      and source_id is null
    returning account_id as "accountId", id, storage_key as "storageKey"`.execute(trx)
  if (removed.rows.length < ids.length) fail('NOT_FOUND')
  await forgetFiles(trx, accountId, ids)
  return removed.rows
}
