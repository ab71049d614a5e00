import { sql } from 'kysely'
import { type OwnData, rowsOf } from '../../platform/own-data.ts'

/** When the person's address joined the waiting list, and was invited. */
export const ownData: OwnData = {
  columns: ['sign_up_waiting.email'],
  read: async (trx, userId) => ({
    'waiting-list': await rowsOf(
      trx,
      sql`select asked_at as "askedAt", invited_at as "invitedAt", language from sign_up_waiting
        where email = (select lower(email) from identity_user where id = ${userId})`,
    ),
  }),
}
