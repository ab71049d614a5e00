import type { BaseId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type HomeId, homesOpenTo } from '../homes.ts'
import type { Actor } from '../homes.ts'

/**
 * Returns the scopes of a question in a room: the room's context, and these bases, of the account or of any room that the actor
 * may use. NOT_FOUND for a missing or inaccessible base. The caller checks access to the room.
 */
export async function scopesToAsk(
  trx: Transaction,
  actor: Actor,
  { roomId, baseIds }: { roomId: RoomId; baseIds: readonly BaseId[] },
): Promise<{ scopeIds: string[]; bases: { id: BaseId; name: string }[] }> {
  const ids = [...new Set(baseIds)]
  const bases = await basesOpenTo(trx, actor, ids)
  if (bases.length < ids.length) fail('NOT_FOUND')
  return { scopeIds: [roomId, ...ids], bases }
}

/** Returns those of these bases, of the account or of any room, that the actor may use, by name. */
export async function basesOpenTo(
  trx: Transaction,
  actor: Actor,
  baseIds: readonly BaseId[],
): Promise<{ id: BaseId; name: string }[]> {
  if (baseIds.length === 0) return []
  const { rows: found } = await sql<{ id: BaseId; name: string; roomId: HomeId }>`
    select id, name, room_id as "roomId" from knowledge_base
    where account_id = ${actor.accountId} and id = any(${[...baseIds]}::text[]) and deleted_at is null order by lower(name)`.execute(
    trx,
  )
  const open = await homesOpenTo(
    trx,
    actor,
    found.map((base) => base.roomId),
  )
  return found.filter((base) => open.has(base.roomId)).map(({ id, name }) => ({ id, name }))
}
