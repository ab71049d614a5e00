import type { BaseId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { namesOfRooms } from '../../rooms/index.ts'
import type { Actor } from '../knowledge-ports.ts'

/**
 * What a question in a room is asked of: the room's context, and these bases, which may be of any room that the actor may use.
 * A base that is not there, or not for the actor, is NOT_FOUND. That the actor may use the room itself is asked elsewhere.
 */
export async function scopesToAsk(
  trx: Transaction,
  actor: Actor,
  { roomId, baseIds }: { roomId: RoomId; baseIds: readonly BaseId[] },
): Promise<{ scopeIds: string[]; bases: { id: BaseId; name: string }[] }> {
  const ids = [...new Set(baseIds)]
  if (ids.length === 0) return { scopeIds: [roomId], bases: [] }
  const { rows: found } = await sql<{ id: BaseId; name: string; roomId: RoomId }>`
    select id, name, room_id as "roomId" from knowledge_base
    where account_id = ${actor.accountId} and id = any(${ids}::text[]) and deleted_at is null order by lower(name)`.execute(
    trx,
  )
  const rooms = await namesOfRooms(
    trx,
    actor,
    found.map((base) => base.roomId),
  )
  const bases = found.filter((base) => rooms.has(base.roomId))
  if (bases.length < ids.length) fail('NOT_FOUND')
  return { scopeIds: [roomId, ...ids], bases: bases.map(({ id, name }) => ({ id, name })) }
}
