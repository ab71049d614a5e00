import type { HistorySort, RoomId, UsageFilters, UsageKind, UsageView, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Reader } from './access.ts'
import { dateIn, isWithin } from './days.ts'
import { add, sealedUntil, sumSealed, type UsageSum } from './sealed-months.ts'

/** Charges of the account that match the filters: settled holds, one for each `charge` entry of the team. */
const matching = ({ accountId }: Pick<Reader, 'accountId'>, filters: UsageFilters) => {
  const { member, room, model, kind } = filters
  const conditions = [
    sql`credit_hold.account_id = ${accountId}`,
    sql`credit_hold.state = 'settled'`,
    isWithin(filters, sql`credit_hold.closed_at`),
    member && sql`credit_hold.user_id = ${member}`,
    room && sql`credit_hold.room_id = ${room}`,
    model && sql`credit_hold.model_id = ${model}`,
    kind && sql`credit_hold.kind = ${kind}`,
  ].filter((condition) => condition !== undefined && condition !== '')
  return sql.join(conditions, sql` and `)
}

const keyOf = (view: UsageView, timeZone: string): RawBuilder<unknown> => {
  switch (view) {
    case 'member':
      return sql`credit_hold.user_id`
    case 'date':
      return sql`${dateIn(timeZone, sql`credit_hold.closed_at`)}::text`
    case 'room':
      return sql`credit_hold.room_id`
    case 'model':
      return sql`credit_hold.model_id`
  }
}

/**
 * Returns requests and thousandths of a credit for each member, date, room or model, in no order: finished months from
 * `usage_month`, later charges from the ledger's holds. Exact while a month is being sealed, since the boundary is read first.
 */
export async function sumUsage(
  trx: Transaction,
  reader: Pick<Reader, 'accountId'>,
  view: UsageView,
  filters: UsageFilters,
): Promise<UsageSum[]> {
  const until = await sealedUntil(trx, reader)
  const sums = new Map<string | null, UsageSum>()
  if (until) for (const sum of await sumSealed(trx, reader, view, filters, until)) add(sums, sum)
  const later = await sql<UsageSum>`
    select key, count(*)::int as requests, sum(charged_milli)::bigint as milli
    from (select ${keyOf(view, filters.time_zone)} as key, charged_milli
      from credit_hold where ${matching(reader, filters)}
        ${until ? sql`and credit_hold.closed_at >= ${until}` : sql``}) as charge
    group by key`.execute(trx)
  for (const sum of later.rows) add(sums, sum)
  return [...sums.values()]
}

/** Returns the names and addresses of people. An erased person has a placeholder for both. */
export async function peopleNamed(
  trx: Transaction,
  userIds: readonly UserId[],
): Promise<Map<string, { name: string; email: string }>> {
  const found = await sql<{ id: UserId; name: string; email: string }>`
    select id, name, email from identity_user where id = any(${userIds}::text[])`.execute(trx)
  return new Map(found.rows.map(({ id, name, email }) => [id, { name, email }]))
}

export type UsageCharge = {
  id: string
  at: Date
  kind: UsageKind
  modelId: string | null
  roomId: RoomId | null
  milli: number
}

const historyOrder = {
  time: { asc: sql`closed_at, turn_id`, desc: sql`closed_at desc, turn_id desc` },
  credits: {
    asc: sql`charged_milli, closed_at desc, turn_id desc`,
    desc: sql`charged_milli desc, closed_at desc, turn_id desc`,
  },
}

/** Returns a page of the charges. */
export async function readCharges(
  trx: Transaction,
  reader: Reader,
  filters: UsageFilters,
  page: { sort: HistorySort; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<UsageCharge[]> {
  const found = await sql<UsageCharge>`
    select turn_id as id, closed_at as at, kind, model_id as "modelId", room_id as "roomId", charged_milli as milli
    from credit_hold where ${matching(reader, filters)}
    order by ${historyOrder[page.sort][page.order]} limit ${page.limit} offset ${page.offset}`.execute(trx)
  return found.rows
}

/** Returns the charges before `last`, newest first; from the newest on without it. */
export async function chargesBefore(
  trx: Transaction,
  reader: Reader,
  filters: UsageFilters,
  { last, limit }: { last: UsageCharge | undefined; limit: number },
): Promise<UsageCharge[]> {
  // Dates in JavaScript have milliseconds, PostgreSQL's microseconds.
  const found = await sql<UsageCharge>`
    select turn_id as id, date_trunc('milliseconds', closed_at) as at, kind, model_id as "modelId", room_id as "roomId",
      charged_milli as milli
    from credit_hold where ${matching(reader, filters)}
      ${last ? sql`and (date_trunc('milliseconds', closed_at), turn_id) < (${last.at}::timestamptz, ${last.id})` : sql``}
    order by date_trunc('milliseconds', closed_at) desc, turn_id desc limit ${limit}`.execute(trx)
  return found.rows
}

/** Returns how many charges match, and their sum in thousandths of a credit. */
export async function sumCharges(
  trx: Transaction,
  reader: Reader,
  filters: UsageFilters,
): Promise<{ requests: number; milli: number }> {
  const found = await sql<{ requests: number; milli: number }>`
    select count(*)::int as requests, coalesce(sum(charged_milli), 0)::bigint as milli
    from credit_hold where ${matching(reader, filters)}`.execute(trx)
  return found.rows[0] ?? { requests: 0, milli: 0 }
}
