import type { AccountId, DocumentProblem, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant, type Transaction } from '../../platform/database/index.ts'
import { clearText } from './indexed-files.ts'

/** The data of an indexing job. */
export type IndexJob = { accountId: AccountId; fileId: FileId }

export type TakeFileAllowance = (
  file: IndexJob,
  kind: 'passageVectors' | 'scannedPages',
  count: number,
) => Promise<boolean>

/** Maximum attempts: after that, the file kills its reader and is abandoned. */
export const maxTries = 3

/** An attempt to index a file. It may write while its number is the file's. */
export type IndexRun = {
  accountId: AccountId
  fileId: FileId
  run: number
  tries: number
  scopeId: string
  storageKey: string
  name: string
  /** Shared by the files of its archive; null for a single file. */
  uploadId: string | null
}

/** Another attempt has started, or the file is gone: this one must stop. */
export class RunGivenUpError extends Error {
  constructor() {
    super('The file is read by another try, or gone.')
    this.name = 'RunGivenUpError'
  }
}

/**
 * Starts an attempt: deletes what earlier ones wrote and stops them. Undefined for a file that is gone or done. Fails a file
 * whose attempts all died.
 */
export async function beginRun(
  database: Database,
  { accountId, fileId }: { accountId: AccountId; fileId: FileId },
): Promise<{ run: IndexRun; isGivenUp: boolean } | undefined> {
  return await inTenant(database, { accountId, userId: null }, async (trx) => {
    const started = await sql<IndexRun>`
      update indexed_file set run = run + 1, tries = tries + 1, status = 'ONGOING', parts_done = 0, parts_total = null,
        started_at = now()
      where account_id = ${accountId} and file_id = ${fileId} and status in ('PENDING', 'ONGOING')
      returning account_id as "accountId", file_id as "fileId", run, tries, scope_id as "scopeId",
        storage_key as "storageKey", name, upload_id as "uploadId"`.execute(trx)
    const run = started.rows[0]
    if (!run) return undefined
    await clearText(trx, accountId, fileId)
    const isGivenUp = run.tries > maxTries
    if (isGivenUp) await fail(trx, run, 'INTERNAL')
    return { run, isGivenUp }
  })
}

/** A transaction of an attempt; throws `RunGivenUpError` and writes nothing when the attempt was superseded. */
export async function inRun<Result>(
  database: Database,
  { accountId, fileId, run }: IndexRun,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await inTenant(database, { accountId, userId: null }, async (trx) => {
    const own = await sql`
      select from indexed_file
      where account_id = ${accountId} and file_id = ${fileId} and run = ${run} and status = 'ONGOING'
      for no key update`.execute(trx)
    if (own.rows.length === 0) throw new RunGivenUpError()
    return await work(trx)
  })
}

/** The document's own problems are for people to solve; the others may have passed at the next attempt. */
const ofDocument: readonly DocumentProblem[] = [
  'PROTECTED',
  'DAMAGED',
  'SCANNED',
  'EMPTY',
  'IMAGE_TOO_LARGE',
  'WEBP_TOO_LARGE',
  'TOO_LARGE',
  'TOO_MUCH_TEXT',
  'TOO_MANY_PASSAGES',
  'XFA_FORM',
]

/** Ends an attempt whose file can't be read; deletes its text. */
export const failRun = (database: Database, run: IndexRun, problem: DocumentProblem): Promise<void> =>
  inRun(database, run, async (trx) => {
    await clearText(trx, run.accountId, run.fileId)
    await fail(trx, run, problem)
  })

async function fail(
  trx: Transaction,
  { accountId, fileId }: IndexRun,
  problem: DocumentProblem,
): Promise<void> {
  const status = ofDocument.includes(problem) ? 'INVALID_INPUT' : 'FAILED'
  await sql`
    update indexed_file set status = ${status}, problem = ${problem}, passages = 0, words = 0, tokens = 0, summary = null,
      finished_at = now()
    where account_id = ${accountId} and file_id = ${fileId}`.execute(trx)
}

/** An aborted attempt does not count against its file. */
export const refundAttempt = (database: Database, run: IndexRun): Promise<void> =>
  inRun(database, run, async (trx) => {
    await sql`
      update indexed_file set tries = tries - 1
      where account_id = ${run.accountId} and file_id = ${run.fileId}`.execute(trx)
  })
