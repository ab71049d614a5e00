import type { BaseId, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../passages/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { auditBase } from '../bases/audit-base.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import { eraseDeleted, type FileToErase } from '../erase-context-files.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'
import { findSource } from './find-source.ts'

/**
 * Takes a source out of its base, of a sitemap all of its pages, for the owner and admins of the room, whatever the account's
 * plan is now: from the commit on no question finds their text. Then its bytes go. A page of a sitemap that is taken out alone
 * is remembered, so that it does not come back when the sitemap is read again; it can be added by itself.
 */
export async function deleteSource(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  sourceId: SourceId,
): Promise<{ id: SourceId }> {
  const { accountId } = actor
  const { roomId, files } = await inTenant(ports.database, actor, async (trx) => {
    const { room, roomId, name } = await requireBaseEditor(trx, actor, baseId)
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
    await auditBase(trx, actor, 'knowledge-base.changed', room, { id: baseId, name, ...counts })
    return { roomId, files }
  })
  await eraseDeleted(ports, files)
  ports.onKnowledgeChanged({ accountId, roomId })
  return { id: sourceId }
}
