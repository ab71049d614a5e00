import type { BaseId, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction, Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mayUseRoom, requireRoom } from '../rooms/index.ts'
import type { Actor } from './knowledge-ports.ts'

export async function scopesToAsk(
  trx: TenantTransaction,
  actor: Actor,
  { roomId, baseIds }: { roomId: RoomId; baseIds: readonly BaseId[] },
): Promise<{ scopeIds: string[]; bases: { id: BaseId; name: string }[] }> {
  if (baseIds.length === 0) return { scopeIds: [roomId], bases: [] }
  const found = await sql<{ id: BaseId; name: string; roomId: RoomId }>`
    select id, name, room_id as "roomId" from knowledge_base
    where account_id = ${actor.accountId} and id = any(${[...baseIds]}::text[]) and deleted_at is null`.execute(
    trx,
  )
  for (const base of found.rows) await requireRoom(trx, actor, base.roomId)
  if (found.rows.length < new Set(baseIds).size) fail('NOT_FOUND')
  return {
    scopeIds: [roomId, ...found.rows.map(({ id }) => id)],
    bases: found.rows.map(({ id, name }) => ({ id, name })),
  }
}

export async function fileOpenTo(
  trx: Transaction,
  actor: Actor,
  fileIds: readonly FileId[],
): Promise<Set<FileId>> {
  const found = await sql<{ id: FileId; roomId: RoomId }>`
    select id, room_id as "roomId" from room_file
    where account_id = ${actor.accountId} and id = any(${[...fileIds]}::text[]) and stored_at is not null
      and deleted_at is null`.execute(trx)
  const open = new Set<FileId>()
  for (const { id, roomId } of found.rows) if (await mayUseRoom(trx, actor, roomId)) open.add(id)
  return open
}
