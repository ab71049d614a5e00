import type { ContextFile, ContextLimits, FileId, IndexState, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../platform/database/index.ts'
import { statesOf } from '../passages/index.ts'
import { requireRoom } from '../rooms/index.ts'
import { contextLimitsOf, usageOf } from './context-limits.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'

type FileRow = {
  id: FileId
  name: string
  contentType: string
  sizeBytes: number
  storedAt: Date
  addedById: UserId | null
  addedByName: string | null
}

export type ContextFilesPage = {
  data: ContextFile[]
  count: number
  usedBytes: number
  limits: ContextLimits
}

/** A page of the files of a room's context, last added first, for everybody who may use the room. */
export async function listContextFiles(
  { database, plans }: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  { page, page_size: pageSize }: { page: number; page_size: number },
): Promise<ContextFilesPage> {
  return await inTenant(database, actor, async (trx) => {
    await requireRoom(trx, actor, roomId)
    const found = await sql<FileRow>`
      select room_file.id, room_file.name, content_type as "contentType", size_bytes as "sizeBytes",
        stored_at as "storedAt", person.id as "addedById", person.name as "addedByName"
      from room_file left join identity_user as person on person.id = requested_by
      where account_id = ${actor.accountId} and room_id = ${roomId} and stored_at is not null and deleted_at is null
      order by stored_at desc, room_file.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
    const states = await statesOf(
      trx,
      actor.accountId,
      found.rows.map(({ id }) => id),
    )
    return {
      data: found.rows.map((row) => present(row, states.get(row.id) ?? waiting)),
      ...(await usageOf(trx, actor, roomId)),
      limits: await contextLimitsOf(trx, actor, plans),
    }
  })
}

const waiting: IndexState = { status: 'PENDING', problem: null, partsDone: 0, partsTotal: null }

const present = ({ storedAt, addedById, addedByName, ...file }: FileRow, state: IndexState): ContextFile => ({
  ...file,
  state,
  addedAt: storedAt.toISOString(),
  addedBy: addedById === null || addedByName === null ? null : { id: addedById, name: addedByName },
})
