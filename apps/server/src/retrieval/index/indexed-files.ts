import type { AccountId, FileId, IndexState } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** A file to index. */
export type FileToIndex = {
  accountId: AccountId
  fileId: FileId
  /** Its search scope: the id of a room (its context), of a base, or its own for an attached document. */
  scopeId: string
  storageKey: string
  /** Including the extension, which determines the reader. */
  name: string
  /** Shared by the files of one archive, with their text limits. */
  uploadId?: string | null
}

/** A file's index data without its text. */
export type IndexedFile = {
  fileId: FileId
  name: string
  scopeId: string
  state: IndexState
  passages: number
  tokens: number
}

/**
 * Requests indexing of a file, for the first time or again: the commit deletes its earlier index and stops a running attempt. The
 * job must be enqueued in the same transaction.
 */
export async function requestIndexing(
  trx: Transaction,
  { accountId, fileId, scopeId, storageKey, name, uploadId = null }: FileToIndex,
): Promise<void> {
  await sql`
    insert into indexed_file (account_id, file_id, scope_id, storage_key, name, upload_id)
    values (${accountId}, ${fileId}, ${scopeId}, ${storageKey}, ${name}, ${uploadId})
    on conflict (account_id, file_id) do update set text_bytes = 0,
      scope_id = excluded.scope_id, storage_key = excluded.storage_key, name = excluded.name, status = 'PENDING',
      problem = null, run = indexed_file.run + 1, tries = 0, parts_done = 0, parts_total = null, passages = 0, words = 0,
      tokens = 0, unread_pages = 0, summary = null, embedder = null, requested_at = now(), started_at = null, finished_at = null`.execute(
    trx,
  )
  await clearText(trx, accountId, fileId)
}

/** Rows that one statement deletes: a file may have millions, and statements have a timeout. */
const rowsAtATime = 10_000

/** Deletes passages and postings of a file; its row stays. */
export async function clearText(trx: Transaction, accountId: AccountId, fileId: FileId): Promise<void> {
  for (const table of ['passage_vector', 'passage', 'posting'] as const)
    for (let deleted = rowsAtATime; deleted === rowsAtATime;) {
      const result = await sql`
        delete from ${sql.table(table)} where account_id = ${accountId} and ctid = any(array(
          select ctid from ${sql.table(table)} where account_id = ${accountId} and file_id = ${fileId} limit ${rowsAtATime}))`.execute(
        trx,
      )
      deleted = Number(result.numAffectedRows ?? 0)
    }
}

/** Deletes everything indexed of these files: with the commit, search no longer finds them. */
export async function forgetFiles(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<void> {
  for (const fileId of fileIds) await clearText(trx, accountId, fileId)
  await sql`
    delete from indexed_file where account_id = ${accountId} and file_id = any(${[...fileIds]})`.execute(trx)
}

type StateRow = Required<IndexState> & { fileId: FileId }

const state = sql`status, problem, parts_done as "partsDone", parts_total as "partsTotal", unread_pages as "unreadPages"`

const stateOf = ({ unreadPages, ...rest }: Required<IndexState>): IndexState =>
  unreadPages > 0 ? { ...rest, unreadPages } : rest

/** Returns the processing states of these files; none for files that are never indexed. */
export async function statesOf(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<Map<FileId, IndexState>> {
  const found = await sql<StateRow>`
    select file_id as "fileId", ${state} from indexed_file
    where account_id = ${accountId} and file_id = any(${[...fileIds]})`.execute(trx)
  return new Map(found.rows.map(({ fileId, ...of }) => [fileId, stateOf(of)]))
}

type FileRow = StateRow & Omit<IndexedFile, 'state'>

const columns = sql`file_id as "fileId", name, scope_id as "scopeId", passages, tokens, ${state}`

const fileOf = ({ status, problem, partsDone, partsTotal, unreadPages, ...file }: FileRow): IndexedFile => ({
  ...file,
  state: stateOf({ status, problem, partsDone, partsTotal, unreadPages }),
})

/** Returns the given files that are in these scopes, including those that are not indexed yet or could not be indexed. */
export async function filesOf(
  trx: Transaction,
  accountId: AccountId,
  scopeIds: readonly string[],
  fileIds: readonly FileId[],
): Promise<IndexedFile[]> {
  if (fileIds.length === 0) return []
  const found = await sql<FileRow>`
    select ${columns} from indexed_file
    where account_id = ${accountId} and file_id = any(${[...fileIds]}) and scope_id = any(${[...scopeIds]})`.execute(
    trx,
  )
  return found.rows.map(fileOf)
}

/** Returns the indexed files of these scopes by name, up to a maximum. */
export async function firstFilesIn(
  trx: Transaction,
  accountId: AccountId,
  scopeIds: readonly string[],
  most: number,
): Promise<IndexedFile[]> {
  // The first files of each scope are adjacent in the index.
  const found = await sql<FileRow>`
    select first.* from unnest(${[...new Set(scopeIds)]}::text[]) as scope (id) cross join lateral (
      select ${columns} from indexed_file
      where account_id = ${accountId} and scope_id = scope.id and status = 'COMPLETED' and passages > 0
      order by lower(name), file_id limit ${most}) as first
    order by lower(name), "fileId" limit ${most}`.execute(trx)
  return found.rows.map(fileOf)
}

/** Returns short summaries of these files; indexed ones have one. */
export async function summariesOf(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<Map<FileId, string>> {
  const found = await sql<{ fileId: FileId; summary: string }>`
    select file_id as "fileId", summary from indexed_file
    where account_id = ${accountId} and file_id = any(${[...fileIds]}) and status = 'COMPLETED' and summary <> ''`.execute(
    trx,
  )
  return new Map(found.rows.map(({ fileId, summary }) => [fileId, summary]))
}
