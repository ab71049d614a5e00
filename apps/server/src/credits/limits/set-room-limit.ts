import type { RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { lockAccountEditor, writeAudit } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../requests/ports.ts'

/**
 * Sets a room's monthly limit in credits, null for none, for admins of the account: of any room in it, even one that they may not use.
 * Throws NOT_FOUND, FORBIDDEN.
 */
export async function setRoomLimit(
  trx: Transaction,
  actor: Actor,
  { roomId, limit }: { roomId: RoomId; limit: number | null },
): Promise<void> {
  const { accountId } = actor
  await lockAccountEditor(trx, actor)
  const found = await sql`
    select from room where account_id = ${accountId} and id = ${roomId} and deleted_at is null`.execute(trx)
  if (found.rows.length === 0) fail('NOT_FOUND')
  if (limit === null)
    await sql`delete from credit_room_limit where account_id = ${accountId} and room_id = ${roomId}`.execute(
      trx,
    )
  else
    await sql`
      insert into credit_room_limit (account_id, room_id, limit_milli)
      values (${accountId}, ${roomId}, ${Math.round(limit * 1000)})
      on conflict (account_id, room_id) do update set limit_milli = excluded.limit_milli`.execute(trx)
  await writeAudit(trx, {
    accountId,
    actorId: actor.userId,
    action: 'room.limit-changed',
    objectType: 'room',
    objectId: roomId,
    details: { to: limit },
  })
}
