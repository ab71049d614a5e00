import { buffer } from 'node:stream/consumers'
import type { BaseId, KnowledgeSource, SourceId } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditFile } from '../files/audit-file.ts'
import { requireBase } from '../bases/find-base.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { findFile } from '../files/open-context-file.ts'
import { findSource } from './find-source.ts'
import { presentSource } from './present-sources.ts'

/** One source of a base; with its whole text when that was pasted. */
export async function openSource(
  { database, storage }: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  sourceId: SourceId,
): Promise<KnowledgeSource & { text: string | null }> {
  const { source, storageKey } = await inTenant(database, actor, async (trx) => {
    const { home } = await requireBase(trx, actor, baseId)
    const row = await findSource(trx, actor, baseId, sourceId)
    const file = row.kind === 'text' && row.fileId ? await findFile(trx, actor, row.fileId) : undefined
    if (file) await auditFile(trx, actor, 'room-file.opened', home, file)
    return { source: await presentSource(trx, actor.accountId, row), storageKey: file?.storageKey }
  })
  if (storageKey === undefined) return { ...source, text: null }
  const stored = (await storage.get(storageKey)) ?? fail('NOT_FOUND')
  return { ...source, text: (await buffer(stored.read())).toString('utf8') }
}
