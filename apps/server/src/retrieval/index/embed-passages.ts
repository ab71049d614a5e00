import { sql } from 'kysely'
import type { Embedder } from '../../models/index.ts'
import { type Database, inTenant, type Transaction } from '../../platform/database/index.ts'
import type { IndexJob, TakeFileAllowance } from './index-run.ts'
import { bitsOf, packVector } from './pack-vector.ts'
import { withRetry } from './retry-provider.ts'

/** Passages per embedding request and transaction. */
const atATime = 256

/** Runs work in a separate transaction, unless the file was reindexed meanwhile. */
type InTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => Promise<Result>

/**
 * Embeds a file's passages and replaces earlier vectors, batch by batch, with no transaction open during a request. Throws its
 * `ProviderFault`.
 */
export async function embedPassages(
  transaction: InTransaction,
  { accountId, fileId }: IndexJob,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; ; from += atATime) {
    const passages = await transaction(async (trx) => {
      const found = await sql<{ position: number; text: string }>`
        select position, text from passage
        where account_id = ${accountId} and file_id = ${fileId} and position >= ${from} and position < ${from + atATime}
        order by position`.execute(trx)
      return found.rows
    })
    if (passages.length === 0) return
    const vectors = await withRetry(
      () =>
        embedder.embed(
          passages.map(({ text }) => text),
          { signal },
        ),
      signal,
    )
    await transaction((trx) => writeVectors(trx, { accountId, fileId }, passages, vectors))
  }
}

async function writeVectors(
  trx: Transaction,
  { accountId, fileId }: IndexJob,
  passages: readonly { position: number }[],
  vectors: readonly Float32Array[],
): Promise<void> {
  await sql`
    insert into passage_vector (account_id, scope_id, file_id, position, bits, vector)
    select ${accountId}, scope_id, file_id, found.position, found.bits::bit varying, found.vector
    from indexed_file, unnest(${passages.map(({ position }) => position)}::int[], ${vectors.map(bitsOf)}::text[],
      ${vectors.map(packVector)}::bytea[]) as found (position, bits, vector)
    where account_id = ${accountId} and file_id = ${fileId}
    on conflict (account_id, file_id, position) do update set bits = excluded.bits, vector = excluded.vector`.execute(
    trx,
  )
}

/**
 * Reembeds a file with another model: the body of a job. Keyword search finds it meanwhile. Skips a file that is not indexed
 * completely, or has these vectors.
 */
export async function embedFile(
  {
    database,
    embedder,
    takeAllowance = async () => true,
  }: { database: Database; embedder: Embedder | null; takeAllowance?: TakeFileAllowance | undefined },
  job: IndexJob,
  signal: AbortSignal,
): Promise<void> {
  if (!embedder) return
  const { accountId, fileId } = job
  const started = await inTenant(database, { accountId, userId: null }, async (trx) => {
    // The old vectors go first: those of two models cannot be compared.
    const found = await sql<{ run: number; passages: number }>`
      update indexed_file set embedder = null
      where account_id = ${accountId} and file_id = ${fileId} and status = 'COMPLETED'
        and embedder is distinct from ${embedder.name}
      returning run, passages`.execute(trx)
    return found.rows[0]
  })
  // The sweep retries what today's allowance doesn't cover.
  if (!started || !(await takeAllowance(job, 'passageVectors', started.passages))) return
  const inRun: InTransaction = (work) =>
    inTenant(database, { accountId, userId: null }, async (trx) => {
      const own = await sql`
        select from indexed_file
        where account_id = ${accountId} and file_id = ${fileId} and run = ${started.run} and status = 'COMPLETED'
        for no key update`.execute(trx)
      if (own.rows.length === 0) throw new ReindexedError()
      return await work(trx)
    })
  try {
    await embedPassages(inRun, job, embedder, signal)
    await inRun((trx) =>
      sql`
        update indexed_file set embedder = ${embedder.name}
        where account_id = ${accountId} and file_id = ${fileId}`.execute(trx),
    )
  } catch (error) {
    if (!(error instanceof ReindexedError)) throw error
  }
}

/** The file was reindexed meanwhile, or is gone. */
class ReindexedError extends Error {}

/** Returns the files of all accounts without this model's vectors, oldest first: for the sweep. */
export async function filesToEmbed(trx: Transaction, embedder: Embedder): Promise<IndexJob[]> {
  const found = await sql<IndexJob>`
    select account_id as "accountId", file_id as "fileId" from indexed_file
    where status = 'COMPLETED' and embedder is distinct from ${embedder.name}
    order by finished_at limit 10000`.execute(trx)
  return found.rows
}
