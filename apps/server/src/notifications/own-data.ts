import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['identity_session.user_id', 'push_subscription.user_id', 'mail_stopped_address.email'],
  read: async (trx, userId) => ({
    sessions: await sessionsOf(trx, userId),
    'stopped-mail': await stoppedMailOf(trx, userId),
  }),
}

/** With the push notifications of each, which is why identity doesn't export them. */
const sessionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select created_at as "startedAt", last_used_at as "lastUsedAt", user_agent as "userAgent",
        ip_address as "startedFrom", last_ip_address as "lastUsedFrom",
        (select kinds from push_subscription where session_id = identity_session.id) as "pushNotifications"
      from identity_session where user_id = ${userId} order by created_at`,
  )

/** Why and since when their address gets no mail. */
const stoppedMailOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select reason, stopped_at as "stoppedAt" from mail_stopped_address
      where email = (select lower(email) from identity_user where id = ${userId})`,
  )
