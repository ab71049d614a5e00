import { type AccountRole, isAdminRole, limits, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { advisoryLock, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { skeletonOf } from '../platform/words/index.ts'
import type { Actor } from './access.ts'

/**
 * Throws ROOM_NAME_TAKEN for a name that another room of the account has or is confusable with. Serializes naming of rooms until
 * the transaction ends.
 */
export async function requireDistinctName(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  name: string,
  except?: RoomId,
): Promise<void> {
  await advisoryLock(trx, `names of rooms in ${accountId}`)
  const rooms = await trx
    .selectFrom('room')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute()
  const skeleton = skeletonOf(name)
  if (rooms.some((room) => room.id !== except && skeletonOf(room.name) === skeleton)) fail('ROOM_NAME_TAKEN')
}

/**
 * Throws ROOM_LIMIT_REACHED for a plain member with the maximum of created rooms. Locks their membership until the transaction
 * ends; NOT_A_MEMBER when they were removed meanwhile.
 */
export async function requireRoomAllowance(trx: Transaction, { accountId, userId }: Actor): Promise<void> {
  const member = await sql<{ role: AccountRole }>`
    select role from membership where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED'
    for key share`.execute(trx)
  const role = member.rows[0]?.role ?? fail('NOT_A_MEMBER')
  if (isAdminRole(role)) return
  await advisoryLock(trx, `rooms created in ${accountId} by ${userId}`)
  const created = await sql<{ count: number }>`
    select count(*)::int as count from room
    where account_id = ${accountId} and created_by = ${userId} and deleted_at is null`.execute(trx)
  if ((created.rows[0]?.count ?? 0) >= limits.maxRoomsPerMember) fail('ROOM_LIMIT_REACHED')
}
