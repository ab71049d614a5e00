import type { AccountId, FileId, IndexState, PassagePlace } from '@atrium/contract'
import { sql } from 'kysely'
import { countTokens } from '../models/index.ts'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import { stemsOf } from '../platform/words/index.ts'

export type IndexedFile = {
  fileId: FileId
  name: string
  scopeId: string
  state: IndexState
  passages: number
  tokens: number
  summary: string | null
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
export type IndexJob = { accountId: AccountId; fileId: FileId }

export async function requestIndexing(
  trx: Transaction,
  file: { accountId: AccountId; fileId: FileId; scopeId: string; storageKey: string; name: string },
): Promise<void> {
  await sql`
    insert into indexed_file (account_id, file_id, scope_id, storage_key, name)
    values (${file.accountId}, ${file.fileId}, ${file.scopeId}, ${file.storageKey}, ${file.name})
    on conflict (account_id, file_id) do update set status = 'PENDING', problem = null`.execute(trx)
}

export async function forgetFiles(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<void> {
  await sql`
    delete from indexed_file where account_id = ${accountId} and file_id = any(${[...fileIds]}::text[])`.execute(
    trx,
  )
}

/** Reads text files only, a passage for each paragraph. */
export async function indexFile(
  { database, storage }: { database: Database; storage: Storage },
  { accountId, fileId }: IndexJob,
  _signal: AbortSignal,
): Promise<void> {
  const actor = { accountId, userId: 'user_none' as never }
  const key = await inTenant(database, actor, async (trx) => {
    const found = await sql<{ key: string }>`
      select storage_key as key from indexed_file where account_id = ${accountId} and file_id = ${fileId}`.execute(
      trx,
    )
    return found.rows[0]?.key
  })
  const stored = key ? await storage.get(key) : undefined
  if (!stored) return
  const chunks: Buffer[] = []
  for await (const chunk of stored.read() as AsyncIterable<Buffer>) chunks.push(chunk)
  const texts = Buffer.concat(chunks)
    .toString()
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
  await inTenant(database, actor, async (trx) => {
    for (const [position, text] of texts.entries())
      await sql`
        insert into passage (account_id, file_id, position, text, place, words, tokens)
        values (${accountId}, ${fileId}, ${position}, ${text}, '{}', ${stemsOf(text, 1000).length}, ${countTokens(text)})`.execute(
        trx,
      )
    const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0)
    await sql`
      update indexed_file set status = 'COMPLETED', passages = ${texts.length}, tokens = ${tokens}, parts_done = 1,
        parts_total = 1, summary = ${texts[0] ?? ''}
      where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
  })
}

type StateRow = { fileId: FileId } & IndexState
const stateColumns = sql`file_id as "fileId", status, problem, parts_done as "partsDone", parts_total as "partsTotal"`

export async function statesOf(
  trx: Transaction,
  accountId: AccountId,
  fileIds: readonly FileId[],
): Promise<Map<FileId, IndexState>> {
  const found = await sql<StateRow>`
    select ${stateColumns} from indexed_file
    where account_id = ${accountId} and file_id = any(${[...fileIds]}::text[])`.execute(trx)
  return new Map(found.rows.map(({ fileId, ...state }) => [fileId, state]))
}

export async function filesIn(
  trx: Transaction,
  accountId: AccountId,
  scopeIds: readonly string[],
): Promise<IndexedFile[]> {
  const found = await sql<StateRow & Omit<IndexedFile, 'state'>>`
    select ${stateColumns}, name, scope_id as "scopeId", passages, tokens, summary from indexed_file
    where account_id = ${accountId} and scope_id = any(${[...scopeIds]}::text[]) order by file_id`.execute(
    trx,
  )
  return found.rows.map(({ status, problem, partsDone, partsTotal, ...file }) => ({
    ...file,
    state: { status, problem, partsDone, partsTotal },
  }))
}

export async function searchPassages(
  trx: Transaction,
  accountId: AccountId,
  asked: { scopeIds: readonly string[]; query: string; most: number; fileIds?: readonly FileId[] },
): Promise<{
  filesSearched: number
  passagesSearched: number
  passagesFound: number
  found: FoundPassage[]
}> {
  const all = await sql<Omit<FoundPassage, 'score'>>`
    select passage.file_id as "fileId", name, scope_id as "scopeId", position, text, place, passage.tokens
    from passage join indexed_file using (account_id, file_id)
    where account_id = ${accountId} and scope_id = any(${[...asked.scopeIds]}::text[]) and status = 'COMPLETED'
      ${asked.fileIds ? sql`and file_id = any(${[...asked.fileIds]}::text[])` : sql``}`.execute(trx)
  const stems = stemsOf(asked.query, 200)
  const found = all.rows
    .map((row) => {
      const has = new Set(stemsOf(row.text, 5000))
      return { ...row, score: stems.reduce((sum, stem) => sum + (has.has(stem) ? stem.length : 0), 0) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  return {
    filesSearched: new Set(all.rows.map(({ fileId }) => fileId)).size,
    passagesSearched: all.rows.length,
    passagesFound: found.length,
    found: found.slice(0, asked.most),
  }
}

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
