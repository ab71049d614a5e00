import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { bitsOf, nearness } from './pack-vector.ts'

/** What a question means, as the model of this name puts it. */
export type QueryVector = { embedder: string; vector: Float32Array }

/** All files of these scopes, or those of them that are named. */
export type SearchedFiles = { scopeIds: readonly string[]; fileIds?: readonly FileId[] | undefined }

export type Near = { fileId: FileId; position: number; nearness: number }

/** By the signs alone so many are found, and looked at closely. */
const candidates = 200

/** The passages of these scopes whose vectors are nearest, best first: candidates by the signs, compared exactly. */
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
  return found.rows.map(compared(vector)).toSorted((one, other) => other.nearness - one.nearness)
}

/** How near the vectors of these passages are; those that have none of this model are left out. */
export async function nearnessOf(
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
    nearness: nearness(vector, packed),
  })
