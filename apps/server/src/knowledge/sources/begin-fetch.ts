import type {
  AccountId,
  BaseId,
  ContextLimits,
  FileId,
  RefreshInterval,
  SourceId,
  SourceKind,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Plans, planNameOf } from '../../accounts/index.ts'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { limitsOf } from '../files/context-limits.ts'
import { type HomeId, lockOpenHome } from '../homes.ts'
import type { FetchPorts, PlaceOfSource } from './source-ports.ts'
import type { OriginId } from './documents/document-reader.ts'
import type { SourceJob } from '../knowledge-ports.ts'
import type { Version } from './web/address-fetcher.ts'

/** One attempt to fetch a source. Its result counts unless a later one has started. */
export type Try = SourceJob & {
  run: number
  kind: SourceKind
  /** Of a page or sitemap. */
  url: string | null
  /** The canvas or chat. */
  originId: OriginId | null
  refresh: RefreshInterval
  /** Maximum pages of a sitemap. */
  pagesMost: number
  /** Failed attempts in a row before this one. */
  failures: number
  /** The last fetched version, for conditional requests; null when there is none. */
  known: { version: Version; hash: string } | null
}

/** An attempt to fetch something with a web address. */
export type AddressTry = Try & { url: string }

type StartedRow = Omit<Try, 'known' | 'accountId' | 'sourceId'> &
  Version & {
    hash: string | null
    hasFile: boolean
  }

/**
 * Starts an attempt: earlier ones can no longer write. Null when there is nothing to fetch: source, base or room are deleted, or
 * the account's plan no longer has bases; then it is checked again in a day.
 */
export async function beginFetch(
  { database, plans }: Pick<FetchPorts, 'database' | 'plans'>,
  { accountId, sourceId }: SourceJob,
): Promise<Try | null> {
  return await inTenant(database, { accountId, userId: null }, async (trx) => {
    const isOpen = (await admit(trx, plans, { accountId, sourceId })) !== null
    const started = await sql<StartedRow>`
      update knowledge_source set
        run = run + 1, status = case when ${isOpen}::boolean then 'WAITING' else status end,
        due_at = now() + case when ${isOpen}::boolean then interval '1 hour' else interval '1 day' end
      where account_id = ${accountId} and id = ${sourceId} and (url is not null or origin_id is not null)
      returning run, kind, url, origin_id as "originId", refresh, coalesce(pages_most, 0) as "pagesMost", failures, etag,
        last_modified as "lastModified", content_hash as hash,
        exists (select from room_file where room_file.account_id = knowledge_source.account_id
          and room_file.id = file_id and room_file.deleted_at is null) as "hasFile"`.execute(trx)
    const row = started.rows[0]
    if (!row || !isOpen) return null
    const { etag, lastModified, hash, hasFile, ...of } = row
    return {
      accountId,
      sourceId,
      ...of,
      known: hasFile && hash !== null ? { version: { etag, lastModified }, hash } : null,
    }
  })
}

/**
 * Locks the source's room or account and returns the base's limits; null when source, base or room are deleted, the account's plan no
 * longer has bases, or a later attempt than `run` has started.
 */
export async function admit(
  trx: Transaction,
  plans: Plans,
  { accountId, sourceId, run }: SourceJob & { run?: number },
): Promise<{ place: PlaceOfSource; allowed: ContextLimits } | null> {
  const find = () => findPlace(trx, { accountId, sourceId, run })
  const before = await find()
  if (!before || !(await lockOpenHome(trx, { accountId, roomId: before.roomId }))) return null
  const planName = await planNameOf(trx, accountId)
  const plan = planName === undefined ? undefined : plans.named(planName)
  // The previous holder of the lock may have deleted it.
  const found = await find()
  if (!plan?.rag_allowed || !found) return null
  return { place: { accountId, sourceId, ...found }, allowed: limitsOf(plan) }
}

async function findPlace(
  trx: Transaction,
  { accountId, sourceId, run }: { accountId: AccountId; sourceId: SourceId; run: number | undefined },
) {
  const found = await sql<{ baseId: BaseId; roomId: HomeId; fileId: FileId | null }>`
    select base_id as "baseId", room_id as "roomId", file_id as "fileId"
    from knowledge_source join knowledge_base as base
      on base.account_id = knowledge_source.account_id and base.id = base_id and base.deleted_at is null
    where knowledge_source.account_id = ${accountId} and knowledge_source.id = ${sourceId}
      ${run === undefined ? sql`` : sql`and run = ${run}`}`.execute(trx)
  return found.rows[0]
}
