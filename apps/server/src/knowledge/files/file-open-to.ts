import type { FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type HomeId, homesOpenTo } from '../homes.ts'
import type { Actor } from '../homes.ts'

/** The subset of these room and base files that the actor may open now. */
export async function fileOpenTo(
  trx: Transaction,
  actor: Actor,
  fileIds: readonly FileId[],
): Promise<Set<FileId>> {
  if (fileIds.length === 0) return new Set()
  const { rows: found } = await sql<{ id: FileId; roomId: HomeId }>`
    select id, room_id as "roomId" from room_file
    where account_id = ${actor.accountId} and id = any(${[...fileIds]}::text[]) and stored_at is not null
      and deleted_at is null and (not for_base or base_id is not null)`.execute(trx)
  const open = await homesOpenTo(
    trx,
    actor,
    found.map(({ roomId }) => roomId),
  )
  return new Set(found.filter(({ roomId }) => open.has(roomId)).map(({ id }) => id))
}
