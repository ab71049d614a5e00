import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['membership.user_id', 'removed_member.user_id', 'invite.email', 'audit_entry.actor_id'],
  read: async (trx, userId) => ({
    accounts: await accountsOf(trx, userId),
    'accounts-left': await leftOf(trx, userId),
    invitations: await invitationsOf(trx, userId),
    'audit-entries': await auditOf(trx, userId),
  }),
}

const accountsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account.id as "accountId", account.name, role, status, joined_at as "joinedAt"
      from membership join account on account.id = account_id
      where user_id = ${userId} and deleted_at is null order by joined_at`,
  )

const auditOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", at, action, object_type as "objectType", object_id as "objectId"
      from audit_entry where actor_id = ${userId} order by at, id`,
  )

/** The accounts from which somebody removed them. */
const leftOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", removed_at as "removedAt"
      from removed_member where user_id = ${userId} order by removed_at, account_id`,
  )

/** The invitations that were mailed to their address. */
const invitationsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", account.name as "accountName", invite.role, invite.state, invited_at as "invitedAt",
        expires_at as "expiresAt", settled_at as "settledAt"
      from invite join account on account.id = account_id
      where email = (select lower(email) from identity_user where id = ${userId}) order by invited_at, invite.id`,
  )
