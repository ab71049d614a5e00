import type {
  AccountId,
  CanvasId,
  ChatId,
  FileId,
  KnowledgeSource,
  RefreshInterval,
  SourceId,
  SourceKind,
  SourceProblem,
  SourceStatus,
} from '@atrium/contract'
import { sql } from 'kysely'
import { statesOf } from '../../retrieval/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { unread } from '../files/files-in-collection.ts'

export type SourceRow = {
  id: SourceId
  parentId: SourceId | null
  kind: SourceKind
  url: string | null
  originId: CanvasId | ChatId | null
  title: string
  refresh: RefreshInterval
  most: number | null
  status: SourceStatus
  problem: SourceProblem | null
  fileId: FileId | null
  fetchedAt: Date | null
  dueAt: Date | null
  createdAt: Date
}

export const sourceColumns = sql`
  id, parent_id as "parentId", kind, url, origin_id as "originId", title, refresh, pages_most as most, status, problem, file_id as "fileId",
  fetched_at as "fetchedAt", due_at as "dueAt", created_at as "createdAt"`

type Pages = NonNullable<KnowledgeSource['pages']>

/** Sources as users of their base's room see them. */
export async function presentSources(
  trx: Transaction,
  accountId: AccountId,
  rows: readonly SourceRow[],
): Promise<KnowledgeSource[]> {
  const states = await statesOf(
    trx,
    accountId,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  const pages = await pagesOf(
    trx,
    accountId,
    rows.flatMap(({ id, kind }) => (kind === 'sitemap' ? id : [])),
  )
  return rows.map(({ parentId: _parent, dueAt, fetchedAt, createdAt, ...row }) => ({
    ...row,
    state: row.fileId === null ? null : (states.get(row.fileId) ?? unread),
    fetchedAt: fetchedAt?.toISOString() ?? null,
    // While waiting, this is the time of the check for a lost job.
    refreshAt: row.status === 'WAITING' ? null : (dueAt?.toISOString() ?? null),
    pages: row.kind === 'sitemap' ? (pages.get(row.id) ?? { total: 0, ready: 0, failed: 0 }) : null,
    createdAt: createdAt.toISOString(),
  }))
}

/** One source as users of its base's room see it. */
export async function presentSource(
  trx: Transaction,
  accountId: AccountId,
  row: SourceRow,
): Promise<KnowledgeSource> {
  const [source] = await presentSources(trx, accountId, [row])
  if (!source) throw new Error('A source row was not presented.')
  return source
}

async function pagesOf(
  trx: Transaction,
  accountId: AccountId,
  sitemapIds: readonly SourceId[],
): Promise<Map<SourceId, Pages>> {
  if (sitemapIds.length === 0) return new Map()
  const found = await sql<Pages & { id: SourceId }>`
    select parent_id as id, count(*)::int as total, count(*) filter (where status = 'READY')::int as ready,
      count(*) filter (where status in ('FAILED', 'GONE'))::int as failed
    from knowledge_source where account_id = ${accountId} and parent_id = any(${[...sitemapIds]}::text[])
    group by parent_id`.execute(trx)
  return new Map(found.rows.map(({ id, ...counts }) => [id, counts]))
}
