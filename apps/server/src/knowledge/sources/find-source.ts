import type { BaseId, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../homes.ts'
import type { SourceRow } from './present-sources.ts'
import { sourceColumns } from './present-sources.ts'

/** Returns a source of this base. The caller has checked that the actor may use the base. */
export async function findSource(
  trx: Transaction,
  { accountId }: Actor,
  baseId: BaseId,
  sourceId: SourceId,
): Promise<SourceRow> {
  const found = await sql<SourceRow>`
    select ${sourceColumns} from knowledge_source
    where account_id = ${accountId} and base_id = ${baseId} and id = ${sourceId}`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}
