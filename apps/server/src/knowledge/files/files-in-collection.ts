import type { ContextFile, FileId, IndexState, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { statesOf } from '../../retrieval/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../homes.ts'
import { rowsOf, type FileCollection } from './file-collection.ts'

type FileRow = {
  id: FileId
  name: string
  contentType: string
  sizeBytes: number
  storedAt: Date
  addedById: UserId | null
  addedByName: string | null
}

/** The state of a file that is not indexed yet. */
export const unread: IndexState = { status: 'PENDING', problem: null, partsDone: 0, partsTotal: null }

/** A page of the files in a collection, last added first, with their indexing progress. */
export async function filesInCollection(
  trx: Transaction,
  actor: Actor,
  collection: FileCollection,
  { page, page_size: pageSize }: { page: number; page_size: number },
): Promise<ContextFile[]> {
  const found = await sql<FileRow>`
    select room_file.id, room_file.name, content_type as "contentType", size_bytes as "sizeBytes",
      stored_at as "storedAt", person.id as "addedById", person.name as "addedByName"
    from room_file left join identity_user as person on person.id = requested_by
    where account_id = ${actor.accountId} and ${rowsOf(collection)} and stored_at is not null and source_id is null
    order by stored_at desc, room_file.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
  const states = await statesOf(
    trx,
    actor.accountId,
    found.rows.map(({ id }) => id),
  )
  return found.rows.map((file) => present(file, states.get(file.id) ?? unread))
}

const present = ({ storedAt, addedById, addedByName, ...file }: FileRow, state: IndexState): ContextFile => ({
  ...file,
  state,
  addedAt: storedAt.toISOString(),
  addedBy: addedById === null || addedByName === null ? null : { id: addedById, name: addedByName },
})
