import type { AccountId, FileId, IndexState } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** A file whose text is to be known. */
export type FileToIndex = {
  accountId: AccountId
  fileId: FileId
  /** What it is searched with: the id of a room (its context), of a base, or its own for a document of a question. */
  scopeId: string
  storageKey: string
  /** With the ending that says how it is read. */
  name: string
}

/** What is known of a file without reading its text. */
export type IndexedFile = {
  fileId: FileId
  name: string
  scopeId: string
  state: IndexState
  passages: number
  tokens: number
}

/**
 * Has a file read, for the first time or again: what was known of it is gone when this commits, and a reading that is under way
 * writes nothing more. The job must be enqueued in the same transaction.
 */
export async function requestIndexing(
  trx: Transaction,
  { accountId, fileId, scopeId, storageKey, name }: FileToIndex,
): Promise<void> {
  await sql`
    insert into indexed_file (account_id, file_id, scope_id, storage_key, name)
    values (${accountId}, ${fileId}, ${scopeId}, ${storageKey}, ${name})
    on conflict (account_id, file_id) do update set
      scope_id = excluded.scope_id, storage_key = excluded.storage_key, name = excluded.name, status = 'PENDING',
      problem = null, run = indexed_file.run + 1, tries = 0, parts_done = 0, parts_total = null, passages = 0, words = 0,
      tokens = 0, unread_pages = 0, summary = null, embedder = null, requested_at = now(), started_at = null, finished_at = null`.execute(
    trx,
  )
  await clearText(trx, accountId, fileId)
}

/** Takes away passages and postings of a file; its row stays. */
export async function clearText(trx: Transaction, accountId: AccountId, fileId: FileId): Promise<void> {
  await sql`delete from passage where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
  await sql`delete from posting where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
}

/** Takes away all that is known of the text of these files: when this commits, nothing of them is found. */
export async function forgetFiles(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<void> {
  await sql`
    delete from indexed_file where account_id = ${accountId} and file_id = any(${[...fileIds]})`.execute(trx)
}

type StateRow = Required<IndexState> & { fileId: FileId }

const state = sql`status, problem, parts_done as "partsDone", parts_total as "partsTotal", unread_pages as "unreadPages"`

const stateOf = ({ unreadPages, ...rest }: Required<IndexState>): IndexState =>
  unreadPages > 0 ? { ...rest, unreadPages } : rest

/** How far these files are; one that was never to be read has none. */
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

/** Those of these files that are of these scopes, those that are not read yet or could not be among them. */
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

/** The files of these scopes that are read to their end, by their names, at most so many. */
export async function firstFilesIn(
  trx: Transaction,
  accountId: AccountId,
  scopeIds: readonly string[],
  most: number,
): Promise<IndexedFile[]> {
  // Each scope's first ones stand side by side in the index.
  const found = await sql<FileRow>`
    select first.* from unnest(${[...new Set(scopeIds)]}::text[]) as scope (id) cross join lateral (
      select ${columns} from indexed_file
      where account_id = ${accountId} and scope_id = scope.id and status = 'COMPLETED' and passages > 0
      order by lower(name), file_id limit ${most}) as first
    order by lower(name), "fileId" limit ${most}`.execute(trx)
  return found.rows.map(fileOf)
}

/** What each of these files is about, in a few lines of its own; those that are read have it. */
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
