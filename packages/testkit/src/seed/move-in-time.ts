import type { AccountId } from '@atrium/contract'
import { type Database, inSystem } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'
import type { TimedTurn } from './hold-conversation.ts'
import type { TimedOrder } from './orders.ts'

/** The entries of the audit log up to an id, from the one before it on, and when they were written. */
export interface TimedAudit {
  lastId: string
  at: Date
}

/**
 * Gives everything in the account the time at which it is to have happened, where the database had written its own. Amounts, texts
 * and order stay as the product made them: the ledger's entries are in the order of these times already, so its sums hold at
 * every moment of the months that are made up. All of it or nothing.
 */
export async function moveInTime(
  database: Database,
  accountId: AccountId,
  {
    foundedAt,
    turns,
    audited,
    orders,
  }: {
    foundedAt: Date
    turns: readonly TimedTurn[]
    audited: readonly TimedAudit[]
    orders: readonly TimedOrder[]
  },
): Promise<void> {
  await inSystem(database, async (trx) => {
    const statements = [
      sql`update turn set started_at = timed.started_at, ended_at = timed.ended_at
        from unnest(${turns.map(({ turnId }) => turnId)}::text[], ${turns.map(({ startedAt }) => startedAt)}::timestamptz[],
          ${turns.map(({ endedAt }) => endedAt)}::timestamptz[]) as timed (id, started_at, ended_at)
        where account_id = ${accountId} and turn.id = timed.id`,
      sql`update turn_log set created_at = turn.ended_at from turn
        where turn_log.account_id = ${accountId} and turn.account_id = turn_log.account_id and turn.id = turn_log.turn_id`,
      sql`update message set created_at = first.started_at
        from (select question_message_id as id, min(started_at) as started_at from turn where account_id = ${accountId} group by 1) as first
        where account_id = ${accountId} and message.id = first.id`,
      sql`update chat set created_at = span.first, asked_at = span.last
        from (select chat_id as id, min(started_at) as first, max(started_at) as last from turn where account_id = ${accountId} group by 1) as span
        where account_id = ${accountId} and chat.id = span.id`,
      sql`update credit_hold set created_at = turn.started_at, closed_at = turn.ended_at from turn
        where credit_hold.account_id = ${accountId} and turn.account_id = ${accountId} and turn.id = credit_hold.turn_id`,
      // Entries are never altered by the product; here only the time of new ones is, before anybody has seen them.
      sql`alter table credit_entry disable trigger credit_entry_append_only`,
      sql`update credit_entry set created_at = case kind when 'hold' then turn.started_at else turn.ended_at end from turn
        where credit_entry.account_id = ${accountId} and turn.account_id = ${accountId} and turn.id = credit_entry.reference`,
      sql`update credit_entry set created_at = greatest(${foundedAt}, to_timestamp(substr(reference, 7), 'YYYY-MM') +
          case kind when 'expire' then interval '1 month' else interval '0' end)
        where account_id = ${accountId} and kind in ('grant', 'expire') and reference like 'month:%'`,
      sql`update payment_order set created_at = timed.at
        from unnest(${orders.map(({ orderId }) => orderId)}::text[], ${orders.map(({ at }) => at)}::timestamptz[]) as timed (id, at)
        where account_id = ${accountId} and payment_order.id = timed.id`,
      sql`update credit_entry set created_at = payment_order.created_at from payment_order
        where credit_entry.account_id = ${accountId} and payment_order.account_id = ${accountId}
          and reference = 'extra:' || payment_order.id`,
      // Compared answers overlap: one may have ended before the next one's hold was written.
      sql`update credit_entry set created_at = ordered.at
        from (select id, max(created_at) over (partition by holder order by id) as at from credit_entry
          where account_id = ${accountId}) as ordered
        where credit_entry.account_id = ${accountId} and credit_entry.id = ordered.id
          and credit_entry.created_at <> ordered.at`,
      sql`alter table credit_entry enable trigger credit_entry_append_only`,
      ...audited.map(
        ({ lastId, at }, index) => sql`update audit_entry set at = ${at}
        where account_id = ${accountId} and id > ${audited[index - 1]?.lastId ?? '-1'}::bigint and id <= ${lastId}::bigint`,
      ),
      sql`update account set created_at = ${foundedAt} where id = ${accountId}`,
      sql`update membership set joined_at = ${foundedAt} where account_id = ${accountId}`,
      sql`update room set created_at = ${foundedAt} where account_id = ${accountId}`,
      sql`update room_member set added_at = ${foundedAt} where account_id = ${accountId}`,
      sql`update identity_user set created_at = ${foundedAt} where id in (select user_id from membership where account_id = ${accountId})`,
      sql`update user_profile set created_at = ${foundedAt} where user_id in (select user_id from membership where account_id = ${accountId})`,
    ]
    for (const statement of statements) await statement.execute(trx)
  })
}
