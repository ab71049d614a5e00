import type { AccountId, FileId, IndexState, PassagePlace } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'

export type FileToIndex = {
  accountId: AccountId
  fileId: FileId
  scopeId: string
  storageKey: string
  name: string
}

export type IndexedFile = {
  fileId: FileId
  name: string
  scopeId: string
  state: IndexState
  passages: number
  tokens: number
  summary: string | null
}

/** Has a file read, again if it was before: what was known of it is forgotten. */
export async function requestIndexing(trx: Transaction, file: FileToIndex): Promise<void> {
  const { accountId, fileId, scopeId, storageKey, name } = file
  await sql`delete from passage where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
  await sql`delete from posting where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
  await sql`
    insert into indexed_file (account_id, file_id, scope_id, storage_key, name)
    values (${accountId}, ${fileId}, ${scopeId}, ${storageKey}, ${name})
    on conflict (account_id, file_id) do update
    set status = 'PENDING', problem = null, run = indexed_file.run + 1, parts_done = 0, parts_total = null,
      passages = 0, words = 0, tokens = 0, summary = null, requested_at = now(), started_at = null, finished_at = null`.execute(
    trx,
  )
}

/** Nothing is known any more of these files. */
export async function forgetFiles(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<void> {
  const which = sql`account_id = ${accountId} and file_id = any(${[...fileIds]}::text[])`
  await sql`delete from posting where ${which}`.execute(trx)
  await sql`delete from passage where ${which}`.execute(trx)
  await sql`delete from indexed_file where ${which}`.execute(trx)
}

const state = sql`status, problem, parts_done as "partsDone", parts_total as "partsTotal"`

/** How far these files are; those are left out that nobody has asked to be read. */
export async function statesOf(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<Map<FileId, IndexState>> {
  const found = await sql<IndexState & { fileId: FileId }>`
    select file_id as "fileId", ${state} from indexed_file
    where account_id = ${accountId} and file_id = any(${[...fileIds]}::text[])`.execute(trx)
  return new Map(found.rows.map(({ fileId, ...rest }) => [fileId, rest]))
}

/** The files that are searched together in these scopes. */
export async function filesIn(
  trx: Transaction,
  accountId: AccountId,
  scopeIds: readonly string[],
): Promise<IndexedFile[]> {
  const found = await sql<Omit<IndexedFile, 'state'> & IndexState>`
    select file_id as "fileId", name, scope_id as "scopeId", passages, tokens, summary, ${state} from indexed_file
    where account_id = ${accountId} and scope_id = any(${[...scopeIds]}::text[]) order by file_id`.execute(
    trx,
  )
  return found.rows.map(({ status, problem, partsDone, partsTotal, ...file }) => ({
    ...file,
    state: { status, problem, partsDone, partsTotal },
  }))
}

/** Passages of a file in their order, at most `count` from the position `from`. */
export async function readPassages(
  trx: Transaction,
  accountId: AccountId,
  fileId: FileId,
  { from, count }: { from: number; count: number },
): Promise<{ position: number; text: string; place: PassagePlace; tokens: number }[]> {
  const found = await sql<{ position: number; text: string; place: PassagePlace; tokens: number }>`
    select position, text, place, tokens from passage
    where account_id = ${accountId} and file_id = ${fileId} and position >= ${from}
    order by position limit ${count}`.execute(trx)
  return found.rows
}

export type FoundPassage = {
  fileId: FileId
  name: string
  scopeId: string
  position: number
  text: string
  place: PassagePlace
  tokens: number
  score: number
}

export type PassageSearch = {
  scopeIds: readonly string[]
  query: string
  most: number
  fileIds?: readonly FileId[]
}

/** The passages that have most of the words of the query, best first. */
export async function searchPassages(
  trx: Transaction,
  accountId: AccountId,
  { scopeIds, query, most }: PassageSearch,
): Promise<{
  filesSearched: number
  passagesSearched: number
  passagesFound: number
  found: FoundPassage[]
}> {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))].map((word) => `%${word}%`)
  const inScopes = sql`
    from passage join indexed_file as file using (account_id, file_id)
    where file.account_id = ${accountId} and file.scope_id = any(${[...scopeIds]}::text[])
      and file.status = 'COMPLETED'`
  const [counted, found] = await Promise.all([
    sql<{ files: number; passages: number }>`
      select count(distinct file.file_id)::int as files, count(*)::int as passages ${inScopes}`.execute(trx),
    sql<FoundPassage>`
      select * from (
        select file.file_id as "fileId", file.name, file.scope_id as "scopeId", position, text, place, passage.tokens,
          (select count(*)::int from unnest(${words}::text[]) as word where passage.text ilike word) as score
        ${inScopes}) as scored
      where score > 0 order by score desc, "fileId", position limit ${most}`.execute(trx),
  ])
  return {
    filesSearched: counted.rows[0]?.files ?? 0,
    passagesSearched: counted.rows[0]?.passages ?? 0,
    passagesFound: found.rows.length,
    found: found.rows,
  }
}

export type IndexPorts = { database: Database; storage: Storage; log: Log }

/** Reads a text as one passage. */
export async function indexFile(
  { database, storage }: IndexPorts,
  { accountId, fileId }: { accountId: AccountId; fileId: FileId },
  _signal: AbortSignal,
): Promise<void> {
  await inTenant(database, { accountId, userId: null }, async (trx) => {
    const which = sql`account_id = ${accountId} and file_id = ${fileId}`
    const file = await sql<{ key: string }>`
      select storage_key as key from indexed_file where ${which}`.execute(trx)
    const stored = await storage.get(file.rows[0]?.key ?? '')
    const chunks = stored ? await stored.read().toArray() : []
    const text = Buffer.concat(chunks as Buffer[]).toString()
    if (text.trim() === '')
      return void (await sql`
        update indexed_file set status = 'INVALID_INPUT', problem = 'EMPTY' where ${which}`.execute(trx))
    await sql`
      insert into passage (account_id, file_id, position, text, place, words, tokens)
      values (${accountId}, ${fileId}, 0, ${text}, '{}', 1, 1)`.execute(trx)
    await sql`update indexed_file set status = 'COMPLETED', passages = 1 where ${which}`.execute(trx)
  })
}
