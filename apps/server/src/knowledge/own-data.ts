import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['knowledge_base.created_by', 'room_file.requested_by'],
  read: async (trx, userId) => ({
    'files-uploaded': await filesOf(trx, userId),
    'knowledge-bases-created': await basesOf(trx, userId),
  }),
}

const filesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", room_id as "roomId", name, size_bytes as "sizeBytes", stored_at as "storedAt"
      from room_file where requested_by = ${userId} and stored_at is not null and deleted_at is null order by stored_at`,
  )

const basesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", room_id as "roomId", id as "baseId", name, created_at as "createdAt"
      from knowledge_base where created_by = ${userId} and deleted_at is null order by created_at, id`,
  )
