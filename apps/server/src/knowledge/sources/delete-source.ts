import type { BaseId, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { auditBase } from '../bases/audit-base.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import { eraseDeleted, type FileToErase } from '../files/erase-context-files.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { findSource } from './find-source.ts'

/**
 * Deletes a source, of a sitemap with all of its pages, for the owner and admins of the room, independent of the account's plan:
 * with the commit its text is not searched. Then erases the bytes. A single deleted page of a sitemap is recorded, so that
 * reading the sitemap again doesn't restore it; it can be added on its own.
 */
export async function deleteSource(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  sourceId: SourceId,
): Promise<{ id: SourceId }> {
  const { accountId } = actor
  const { roomId, files } = await inTenant(ports.database, actor, async (trx) => {
    const { home, roomId, name } = await requireBaseEditor(trx, actor, baseId)
    await findSource(trx, actor, baseId, sourceId)
    const { rows: files } = await sql<FileToErase>`
      update room_file set deleted_at = now()
      where account_id = ${accountId} and base_id = ${baseId} and deleted_at is null and source_id in (
        select id from knowledge_source
        where account_id = ${accountId} and (id = ${sourceId} or parent_id = ${sourceId}))
      returning account_id as "accountId", id, storage_key as "storageKey"`.execute(trx)
    await forgetFiles(
      trx,
      accountId,
      files.map(({ id }) => id),
    )
    await sql`
      insert into knowledge_page_taken_out (account_id, sitemap_id, url)
      select account_id, parent_id, url from knowledge_source
      where account_id = ${accountId} and id = ${sourceId} and parent_id is not null
      on conflict do nothing`.execute(trx)
    await sql`delete from knowledge_source where account_id = ${accountId} and id = ${sourceId}`.execute(trx)
    const counts = { filesAdded: 0, filesDeleted: files.length }
    await auditBase(trx, actor, 'knowledge-base.changed', home, { id: baseId, name, ...counts })
    return { roomId, files }
  })
  await eraseDeleted(ports, files)
  ports.onKnowledgeChanged({ accountId, roomId })
  return { id: sourceId }
}
