import { type BaseId, limits, mintId, type SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { admit, type AddressTry } from './begin-fetch.ts'
import { type Settled, settleFetched, settleGone } from './settle-try.ts'
import type { FetchPorts } from './source-ports.ts'
import { readSitemap } from './web/read-sitemap.ts'

/**
 * Reads a sitemap, creates a source for each new page up to its limit, and enqueues fetching all of its pages. Deleted pages stay
 * out. Pages no longer listed stay until deleted: their own fetch reports when they are gone.
 */
export async function fetchSitemap(
  ports: FetchPorts,
  sitemap: AddressTry,
  signal: AbortSignal,
): Promise<Settled | null> {
  const { accountId, url, pagesMost: maxPages } = sitemap
  const addresses = await readSitemap(ports.fetchAddress, { url, maxPages, signal })
  if (addresses === 'gone') return await settleGone(ports, sitemap)
  return await inTenant(ports.database, { accountId, userId: null }, async (trx) => {
    const admitted = await admit(trx, ports.plans, sitemap)
    if (!admitted) return null
    await addPages(trx, sitemap, admitted.place.baseId, addresses)
    await enqueuePages(ports, trx, sitemap)
    return await settleFetched({ ...ports, trx }, sitemap)
  })
}

/** Throws TOO_MANY_SOURCES when the base has no capacity for any new page. */
async function addPages(
  trx: Transaction,
  { accountId, sourceId, pagesMost }: AddressTry,
  baseId: BaseId,
  addresses: readonly string[],
): Promise<void> {
  const counted = await sql<{ inBase: number; mine: string[] }>`
    select count(*)::int as "inBase", coalesce(array_agg(url) filter (where parent_id = ${sourceId}), '{}') as mine
    from knowledge_source where account_id = ${accountId} and base_id = ${baseId}`.execute(trx)
  const { inBase = 0, mine = [] } = counted.rows[0] ?? {}
  const takenOut = await sql<{ url: string }>`
    select url from knowledge_page_taken_out
    where account_id = ${accountId} and sitemap_id = ${sourceId}`.execute(trx)
  const known = new Set([...mine, ...takenOut.rows.map(({ url }) => url)])
  const wanted = addresses
    .filter((address) => !known.has(address))
    .slice(0, Math.max(0, pagesMost - mine.length))
  const added = wanted.slice(0, Math.max(0, limits.maxSources - inBase))
  if (wanted.length > 0 && added.length === 0 && mine.length === 0) fail('TOO_MANY_SOURCES')
  for (const url of added)
    await sql`
      insert into knowledge_source (account_id, id, base_id, parent_id, kind, url, title)
      values (${accountId}, ${mintId('source')}, ${baseId}, ${sourceId}, 'page', ${url}, ${url.slice(0, 300)})`.execute(
      trx,
    )
}

async function enqueuePages(
  { enqueueFetch }: FetchPorts,
  trx: Transaction,
  { accountId, sourceId }: AddressTry,
): Promise<void> {
  const pages = await sql<{ id: SourceId }>`
    update knowledge_source set status = 'WAITING', problem = null, due_at = now() + interval '2 hours'
    where account_id = ${accountId} and parent_id = ${sourceId} returning id`.execute(trx)
  for (const { id } of pages.rows) await enqueueFetch(trx, { accountId, sourceId: id })
}
