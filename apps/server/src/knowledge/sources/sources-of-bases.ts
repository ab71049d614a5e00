import type { AccountId, BaseId, FileId, UnfetchedReason } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** The fetch status of a base's sources; the processing state of their texts is in their files. */
export type SourcesOfBase = {
  /** Texts and pages, and sitemaps without known pages. */
  count: number
  /** Sources whose first attempt has not ended. */
  fetching: number
  /** Sources that failed last time, or are gone without a text. */
  failed: number
  /** Failure reason of the first of these. */
  reason: UnfetchedReason | null
  /** The last texts of those that failed. */
  failedFileIds: FileId[]
}

export const noSources: SourcesOfBase = {
  count: 0,
  fetching: 0,
  failed: 0,
  reason: null,
  failedFileIds: [],
}

const hasFailed = sql`(source.status = 'FAILED' or (source.status = 'GONE' and source.file_id is null))`

/** The sources of these bases together; a base without any is left out. */
export async function sourcesOfBases(
  trx: Transaction,
  accountId: AccountId,
  baseIds: readonly BaseId[],
): Promise<Map<BaseId, SourcesOfBase>> {
  const { rows: found } = await sql<SourcesOfBase & { baseId: BaseId }>`
    select source.base_id as "baseId",
      count(*) filter (where source.kind <> 'sitemap' or not exists (
        select from knowledge_source as page
        where page.account_id = source.account_id and page.parent_id = source.id))::int as count,
      count(*) filter (
        where source.status = 'WAITING' and source.file_id is null and source.fetched_at is null)::int as fetching,
      count(*) filter (where ${hasFailed})::int as failed,
      (array_agg(coalesce(source.problem, 'GONE') order by source.created_at, source.id) filter (where ${hasFailed}))[1] as reason,
      coalesce(array_agg(source.file_id) filter (where ${hasFailed} and source.file_id is not null), '{}') as "failedFileIds"
    from knowledge_source as source
    where source.account_id = ${accountId} and source.base_id = any(${[...baseIds]}::text[])
    group by source.base_id`.execute(trx)
  return new Map(found.map(({ baseId, ...sources }) => [baseId, sources]))
}
