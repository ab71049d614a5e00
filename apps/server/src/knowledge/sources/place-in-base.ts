import { type BaseId, limits, type SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditBase } from '../bases/audit-base.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import { requireBases } from '../files/context-limits.ts'
import type { Actor } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { findSource } from './find-source.ts'
import { presentSource } from './present-sources.ts'

/** Returns the base and its limits, with its room locked; TOO_MANY_SOURCES when it is full. */
export async function requirePlaceInBase(
  trx: Transaction,
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
) {
  const base = await requireBaseEditor(trx, actor, baseId)
  const allowed = await requireBases(trx, actor, ports.plans)
  const found = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_source
    where account_id = ${actor.accountId} and base_id = ${baseId}`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= limits.maxSources) fail('TOO_MANY_SOURCES')
  return { base, allowed }
}

/** Writes to the audit log that a base has one more source. */
export async function auditAdded(
  trx: Transaction,
  actor: Actor,
  { home, name }: Awaited<ReturnType<typeof requireBaseEditor>>,
  baseId: BaseId,
): Promise<void> {
  const counts = { filesAdded: 1, filesDeleted: 0 }
  await auditBase(trx, actor, 'knowledge-base.changed', home, { id: baseId, name, ...counts })
}

/** A new source as the person who added it sees it. */
export const presented = async (trx: Transaction, actor: Actor, baseId: BaseId, sourceId: SourceId) =>
  presentSource(trx, actor.accountId, await findSource(trx, actor, baseId, sourceId))
