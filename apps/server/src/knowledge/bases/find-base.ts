import type { BaseId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireRoom, requireRoomEditor, type VisibleRoom } from '../../rooms/index.ts'
import type { Actor } from '../knowledge-ports.ts'

type FoundBase = { id: BaseId; name: string; roomId: RoomId }

async function findBase(trx: Transaction, { accountId }: Actor, baseId: BaseId): Promise<FoundBase> {
  const found = await sql<FoundBase>`
    select id, name, room_id as "roomId" from knowledge_base
    where account_id = ${accountId} and id = ${baseId} and deleted_at is null`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}

/** The base, for those who may use its room; one of others looks like one that does not exist. */
export async function requireBase(trx: Transaction, actor: Actor, baseId: BaseId): Promise<FoundBase> {
  const base = await findBase(trx, actor, baseId)
  await requireRoom(trx, actor, base.roomId)
  return base
}

/** The base, for the owner and admins of its room, which is locked until the transaction ends. */
export async function requireBaseEditor(
  trx: Transaction,
  actor: Actor,
  baseId: BaseId,
): Promise<FoundBase & { room: VisibleRoom }> {
  const { roomId } = await findBase(trx, actor, baseId)
  const room = await requireRoomEditor(trx, actor, roomId)
  // Whoever held the lock may have deleted it.
  return { ...(await findBase(trx, actor, baseId)), room }
}
