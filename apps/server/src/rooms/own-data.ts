import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['room.created_by', 'room_member.user_id'],
  read: async (trx, userId) => ({
    rooms: await roomsOf(trx, userId),
    'rooms-created': await createdBy(trx, userId),
  }),
}

const roomsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select room.account_id as "accountId", room.id as "roomId", room.name, membership_type as role, added_at as "addedAt"
      from room_member join room on room.account_id = room_member.account_id and room.id = room_id
      where user_id = ${userId} and room.deleted_at is null order by added_at`,
  )

const createdBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "roomId", name, created_at as "createdAt"
      from room where created_by = ${userId} and deleted_at is null order by created_at, id`,
  )
