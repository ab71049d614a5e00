import type { AccountId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'

/** A charge has the time at which its transaction began; none lasts this long. */
const safetyMs = 60 * 60_000

/** A month by its first day, 'YYYY-MM-01'. */
type MonthToSeal = { accountId: AccountId; month: string }

/**
 * Copies the charges of finished months (UTC) into `usage_month`, once per account and month, in order from the account's first
 * charge on. Safe on any number of nodes. Logs an account that fails and continues with the others: its reports read the charges
 * themselves meanwhile. Returns how many months were copied.
 */
export async function sealMonths({
  database,
  log,
  now,
}: {
  database: Database
  log: Log
  now: Date
}): Promise<number> {
  const until = new Date(now.getTime() - safetyMs)
  const failed: AccountId[] = []
  for (let sealed = 0; ;) {
    const due = await inSystem(database, (trx) => monthsToSeal(trx, until, failed))
    if (due.length === 0) return sealed
    for (const one of due)
      try {
        await inSystem(database, (trx) => seal(trx, one))
        sealed += 1
      } catch (error) {
        failed.push(one.accountId)
        log.error(
          { event: 'reports.seal_failed', ...one, err: error },
          'Could not copy the charges of a month for reports; retrying',
        )
      }
  }
}

/** The next finished month of each account that has one. */
async function monthsToSeal(
  trx: Transaction,
  until: Date,
  except: readonly AccountId[],
): Promise<MonthToSeal[]> {
  const found = await sql<MonthToSeal>`
    select account.id as "accountId", coalesce(next.month::text, '') as month
    from account cross join lateral (
      select coalesce(
        (select max(month) + interval '1 month' from usage_month where account_id = account.id),
        (select date_trunc('month', min(closed_at) at time zone 'UTC') from credit_hold
          where account_id = account.id and state = 'settled'))::date as month) as next
    where deleted_at is null and account.id <> all(${except}::text[])
      and (next.month + interval '1 month') at time zone 'UTC' <= ${until}
    order by account.id limit 500`.execute(trx)
  return found.rows
}

/** SQL: the sums by a number of `numbered`, as JSON arrays [number, requests, thousandths of a credit]. */
const totalsBy = (number: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_array(number, requests, milli)), '[]') from (
    select ${number} as number, count(*) as requests, sum(charged_milli)::bigint as milli from numbered group by 1) as total)`

const maxInt2 = 32_767
const maxInt4 = 2_147_483_647

/** SQL: the numbers of a dimension, 2 bytes each, or 4 where there are more values. */
const packNumbers = (dimension: 'member' | 'room' | 'model', number: RawBuilder<unknown>) => sql`
  coalesce(string_agg(case when (select count(*) from ${sql.table(dimension)}) > ${maxInt2} then int4send(${number})
    else int2send(${number}::int2) end, ''::bytea), '')`

/** One statement. All aggregates read the same rows in the same order, so that the columns match. */
async function seal(trx: Transaction, { accountId, month }: MonthToSeal): Promise<void> {
  await sql`
    with charge as materialized (
      select user_id, room_id, model_id, kind, charged_milli,
        floor(extract(epoch from closed_at - ${month}::timestamp at time zone 'UTC') / 60)::int as minute
      from credit_hold
      where account_id = ${accountId} and state = 'settled'
        and closed_at >= ${month}::timestamp at time zone 'UTC'
        and closed_at < (${month}::timestamp + interval '1 month') at time zone 'UTC'),
    member as (select value, row_number() over ()::int as number from (select distinct user_id as value from charge) as one),
    room as (select value, row_number() over ()::int as number
      from (select distinct room_id as value from charge where room_id is not null) as one),
    model as (select value, row_number() over ()::int as number
      from (select distinct model_id as value from charge where model_id is not null) as one),
    usage_kind as (select value, row_number() over ()::int as number from (select distinct kind as value from charge) as one),
    numbered as materialized (
      select minute, member.number as member, coalesce(room.number, 0) as room, coalesce(model.number, 0) as model,
        usage_kind.number as kind, charged_milli
      from charge join member on member.value = charge.user_id
        left join room on room.value = charge.room_id
        left join model on model.value = charge.model_id
        join usage_kind on usage_kind.value = charge.kind),
    packed as (
      select count(*)::int as charges,
        coalesce(string_agg(int2send((minute - 32768)::int2), ''::bytea), '') as minutes,
        ${packNumbers('member', sql`member`)} as member_numbers,
        ${packNumbers('room', sql`room`)} as room_numbers,
        ${packNumbers('model', sql`model`)} as model_numbers,
        coalesce(string_agg(int2send(kind::int2), ''::bytea), '') as kind_numbers,
        coalesce(string_agg(case when (select max(charged_milli) from charge) > ${maxInt4}
          then float8send(charged_milli::float8) else int4send(charged_milli::int4) end, ''::bytea), '') as milli
      from numbered)
    insert into usage_month (account_id, month, charges, members, rooms, models, kinds, totals,
      minutes, member_numbers, room_numbers, model_numbers, kind_numbers, milli)
    select ${accountId}, ${month}::date, charges,
      array(select value from member order by number), array(select value from room order by number),
      array(select value from model order by number), array(select value from usage_kind order by number),
      json_build_object('member', ${totalsBy(sql`member`)}, 'room', ${totalsBy(sql`room`)},
        'model', ${totalsBy(sql`model`)}, 'date', ${totalsBy(sql`minute / 15`)}),
      minutes, member_numbers, room_numbers, model_numbers, kind_numbers, milli
    from packed
    on conflict (account_id, month) do nothing`.execute(trx)
}
