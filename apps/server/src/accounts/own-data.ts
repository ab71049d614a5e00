import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: [
    'account.created_by',
    'membership.user_id',
    'removed_member.user_id',
    'invite.email',
    'invite.invited_by',
    'invite_link.created_by',
    'audit_entry.actor_id',
  ],
  read: async (trx, userId) => ({
    accounts: await accountsOf(trx, userId),
    'accounts-created': await createdBy(trx, userId),
    'accounts-left': await leftOf(trx, userId),
    invitations: await invitationsOf(trx, userId),
    'invitations-sent': {
      byMail: await sentBy(trx, userId),
      links: await linksOf(trx, userId),
    },
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

const createdBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select id as "accountId", name, created_at as "createdAt"
      from account where created_by = ${userId} and deleted_at is null order by created_at, id`,
  )

/** What they did, and what others did about them, without who did it. */
const auditOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", at, action, object_type as "objectType", object_id as "objectId",
        actor_id = ${userId} as "isByThem"
      from audit_entry where actor_id = ${userId} or (object_type = 'member' and object_id = ${userId})
        or details ->> 'userId' = ${userId}
      order by at, id`,
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

/** The invitations that they sent, without the addresses, which are data of others. */
const sentBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", role, state, invited_at as "invitedAt", expires_at as "expiresAt"
      from invite where invited_by = ${userId} order by invited_at, id`,
  )

/** The public invitation links that they made, without their tokens. */
const linksOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", created_at as "createdAt", expires_at as "expiresAt", use_count as "useCount",
        revoked_at as "revokedAt"
      from invite_link where created_by = ${userId} order by created_at, id`,
  )
