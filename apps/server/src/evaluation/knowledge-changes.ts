import type { AccountId, CheckReason, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'

/** Records that a room's golden questions may have new results. */
export async function noteChange(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
  reason: Exclude<CheckReason, 'PERSON'>,
): Promise<void> {
  await sql`
    insert into knowledge_change (account_id, room_id, reason) values (${accountId}, ${roomId}, ${reason})`.execute(
    trx,
  )
}

export type ChangedRoom = { accountId: AccountId; roomId: RoomId; lastId: string; reasons: CheckReason[] }

/** Returns the rooms whose last change is at least this many seconds old. */
export async function quietRooms(database: Database, quietSeconds: number): Promise<ChangedRoom[]> {
  const found = await inSystem(database, (trx) =>
    sql<ChangedRoom>`
      select account_id as "accountId", room_id as "roomId", max(id)::text as "lastId",
        array_agg(distinct reason) as reasons
      from knowledge_change group by account_id, room_id
      having max(changed_at) <= clock_timestamp() - make_interval(secs => ${quietSeconds})
      order by min(changed_at) limit 1000`.execute(trx),
  )
  return found.rows
}

/** Deletes the changes that a starting run covers. */
export async function forgetChanges(
  trx: Transaction,
  { accountId, roomId, lastId }: ChangedRoom,
): Promise<void> {
  await sql`
    delete from knowledge_change
    where account_id = ${accountId} and room_id = ${roomId} and id <= ${lastId}::bigint`.execute(trx)
}
