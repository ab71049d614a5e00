import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { bitsOf, similarity } from '../index/pack-vector.ts'

/** The query's embedding by the model of this name. */
export type QueryVector = {
  embedder: string
  vector: Float32Array
  /** The query's mean similarity to unrelated texts. */
  background: number
}

/** All files of these scopes, or those of them that are named. */
export type SearchedFiles = { scopeIds: readonly string[]; fileIds?: readonly FileId[] | undefined }

export type Near = { fileId: FileId; position: number; similarity: number }

/** Number of candidates by sign bits, then compared exactly. */
const candidates = 200

/** Returns the passages of these scopes with the most similar vectors, best first: candidates by sign bits, compared exactly. */
export async function nearestPassages(
  trx: Transaction,
  accountId: AccountId,
  { scopeIds, fileIds }: SearchedFiles,
  { embedder, vector }: QueryVector,
): Promise<Near[]> {
  const found = await sql<Packed>`
    select near.file_id as "fileId", near.position, passage_vector.vector
    from (
      select passage_vector.file_id, passage_vector.position
      from passage_vector
      where passage_vector.account_id = ${accountId} and passage_vector.scope_id = any(${[...scopeIds]})
        and passage_vector.file_id = any(array(
          select file_id from indexed_file
          where account_id = ${accountId} and scope_id = any(${[...scopeIds]}) and status = 'COMPLETED'
            and embedder = ${embedder}
            ${fileIds ? sql`and file_id = any(${[...fileIds]})` : sql``}))
      order by bit_count(bits # ${bitsOf(vector)}::bit varying) limit ${candidates}
    ) as near
    join passage_vector on passage_vector.account_id = ${accountId} and passage_vector.file_id = near.file_id
      and passage_vector.position = near.position`.execute(trx)
  return found.rows.map(compared(vector)).toSorted((one, other) => other.similarity - one.similarity)
}

/** Returns the similarity of these passages; omits those without a vector of this model. */
export async function similarityOf(
  trx: Transaction,
  accountId: AccountId,
  places: readonly { fileId: FileId; position: number }[],
  { embedder, vector }: QueryVector,
): Promise<Near[]> {
  if (places.length === 0) return []
  const found = await sql<Packed>`
    select passage_vector.file_id as "fileId", passage_vector.position, passage_vector.vector
    from unnest(${places.map(({ fileId }) => fileId)}::text[], ${places.map(({ position }) => position)}::int[]) as wanted (id, at)
    join passage_vector on passage_vector.account_id = ${accountId} and passage_vector.file_id = wanted.id
      and passage_vector.position = wanted.at
    join indexed_file on indexed_file.account_id = ${accountId} and indexed_file.file_id = wanted.id
      and embedder = ${embedder}`.execute(trx)
  return found.rows.map(compared(vector))
}

type Packed = { fileId: FileId; position: number; vector: Buffer }

const compared =
  (vector: Float32Array) =>
  ({ fileId, position, vector: packed }: Packed): Near => ({
    fileId,
    position,
    similarity: similarity(vector, packed),
  })
