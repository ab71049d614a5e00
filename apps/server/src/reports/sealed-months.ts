import type { AccountId, UsageFilters, UsageView } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Reader } from './access.ts'
import { type DayStart, startsOfDays } from './days.ts'

export type UsageSum = { key: string | null; requests: number; milli: number }

const dimensions = ['member', 'room', 'model', 'kind'] as const
type Dimension = (typeof dimensions)[number]

/** A month's charges as columns, with one value per charge. Dimensions that a report doesn't need are null. */
type SealedMonth = { startsAt: Date; charges: number; minutes: Buffer; milli: Buffer } & Record<
  `${Dimension}Numbers`,
  Buffer | null
> &
  Record<`${Dimension}Values`, string[]>

/** A month's sums by the view's numbers or, for dates, by quarter of an hour; `values` has the value of each number, null for dates. */
type MonthTotals = {
  startsAt: Date
  totals: [number: number, requests: number, milli: number][] | null
  values: string[] | null
}

/** Returns the moment up to which the account's charges are in `usage_month`; null when none are. */
export async function sealedUntil(
  trx: Transaction,
  { accountId }: Pick<Reader, 'accountId'>,
): Promise<Date | null> {
  const found = await sql<{ until: Date | null }>`
    select (max(month) + interval '1 month') at time zone 'UTC' as until
    from usage_month where account_id = ${accountId}`.execute(trx)
  return found.rows[0]?.until ?? null
}

/**
 * Sums the charges sealed until a moment that match the filters, by the view's key. Uses the totals of a month where they suffice:
 * without filters, and unless the report has only a part of it. Reads other months one at a time, so memory stays constant and other
 * requests run in between.
 */
export async function sumSealed(
  trx: Transaction,
  { accountId }: Pick<Reader, 'accountId'>,
  view: UsageView,
  filters: UsageFilters,
  until: Date,
): Promise<UsageSum[]> {
  const starts = await startsOfDays(trx, filters)
  const [first, end] = [starts[0], starts.at(-1)]
  if (!first || !end) throw new Error('A report has at least one day.')
  const isFiltered = dimensions.some((dimension) => filters[dimension])
  const months = await sql<{ month: string; isWhole: boolean }>`
    select month::text, month::timestamp at time zone 'UTC' >= ${first.at}
      and (month + interval '1 month') at time zone 'UTC' <= ${end.at} as "isWhole"
    from usage_month where account_id = ${accountId} and charges > 0
      and month::timestamp at time zone 'UTC' < least(${end.at}::timestamptz, ${until}::timestamptz)
      and (month + interval '1 month') at time zone 'UTC' > ${first.at} order by month`.execute(trx)
  const sums = new Map<string | null, UsageSum>()
  for (const { month, isWhole } of months.rows) {
    const fromTotals = !isFiltered && (view === 'date' ? areQuarters(starts) : isWhole)
    const read = { accountId, month, view }
    const ofMonth = fromTotals
      ? await totalsOfMonth(trx, read, starts)
      : await sumMonth(trx, read, filters, starts)
    for (const sum of ofMonth) add(sums, sum)
  }
  return [...sums.values()]
}

type MonthOfView = { accountId: AccountId; month: string; view: UsageView }

async function totalsOfMonth(
  trx: Transaction,
  { accountId, month, view }: MonthOfView,
  starts: readonly DayStart[],
): Promise<UsageSum[]> {
  const found = await sql<MonthTotals>`
    select month::timestamp at time zone 'UTC' as "startsAt", totals -> ${view} as totals,
      case ${view} when 'member' then members when 'room' then rooms when 'model' then models end as values
    from usage_month where account_id = ${accountId} and month = ${month}::date`.execute(trx)
  return found.rows.flatMap(({ startsAt, totals, values }) => {
    const dayOf = view === 'date' ? daysOfMinutes(startsAt, starts) : null
    return (totals ?? []).flatMap(([number, requests, milli]) => {
      if (!dayOf) return [{ key: values?.[number - 1] ?? null, requests, milli }]
      const day = starts[(dayOf[number * 15] ?? 0) - 1]
      return day ? [{ key: day.day, requests, milli }] : []
    })
  })
}

const areQuarters = (starts: readonly DayStart[]) => starts.every(({ at }) => at.getTime() % 900_000 === 0)

/** Adds a sum to the one of the same key. */
export function add(sums: Map<string | null, UsageSum>, { key, requests, milli }: UsageSum): void {
  const sum = sums.get(key)
  if (!sum) sums.set(key, { key, requests, milli })
  else {
    sum.requests += requests
    sum.milli += milli
  }
}

async function sumMonth(
  trx: Transaction,
  { accountId, month, view }: MonthOfView,
  filters: UsageFilters,
  starts: readonly DayStart[],
): Promise<UsageSum[]> {
  const needs = (dimension: Dimension) => dimension === view || Boolean(filters[dimension])
  const found = await sql<SealedMonth>`
    select month::timestamp at time zone 'UTC' as "startsAt", charges, minutes, milli,
      members as "memberValues", case when ${needs('member')} then member_numbers end as "memberNumbers",
      rooms as "roomValues", case when ${needs('room')} then room_numbers end as "roomNumbers",
      models as "modelValues", case when ${needs('model')} then model_numbers end as "modelNumbers",
      kinds as "kindValues", case when ${needs('kind')} then kind_numbers end as "kindNumbers"
    from usage_month where account_id = ${accountId} and month = ${month}::date`.execute(trx)
  return found.rows.flatMap((row) => sumColumns(row, view, filters, starts))
}

function sumColumns(
  month: SealedMonth,
  view: UsageView,
  filters: UsageFilters,
  starts: readonly DayStart[],
): UsageSum[] {
  const { charges } = month
  const conditions: { numbers: Numbers; number: number }[] = []
  for (const dimension of dimensions) {
    const value = filters[dimension]
    if (!value) continue
    const number = month[`${dimension}Values`].indexOf(value) + 1
    if (number === 0) return []
    conditions.push({ numbers: numbersOf(month[`${dimension}Numbers`], charges), number })
  }
  const minutes = numbersOf(month.minutes, charges)
  const milli = numbersOf(month.milli, charges)
  // The day of each minute as its position from 1, and 0 outside of the report's days.
  const dayOf = daysOfMinutes(month.startsAt, starts)
  const keys = view === 'date' ? starts.map(({ day }) => day) : month[`${view}Values`]
  const numbers = view === 'date' ? null : numbersOf(month[`${view}Numbers`], charges)
  const requests = new Float64Array(keys.length + 1)
  const credits = new Float64Array(keys.length + 1)
  charge: for (let index = 0; index < charges; index++) {
    for (const one of conditions) if (one.numbers[index] !== one.number) continue charge
    const day = dayOf[(minutes[index] ?? 0) + firstMinute] ?? 0
    if (day === 0) continue
    const key = numbers ? (numbers[index] ?? 0) : day
    requests[key] = (requests[key] ?? 0) + 1
    credits[key] = (credits[key] ?? 0) + (milli[index] ?? 0)
  }
  return Array.from(requests).flatMap((count, number) =>
    count === 0 ? [] : [{ key: keys[number - 1] ?? null, requests: count, milli: credits[number] ?? 0 }],
  )
}

const minutesInMonth = 31 * 24 * 60
/** Stored minutes are signed: the month's first one is -32768. */
const firstMinute = 32_768

/** Days start at whole minutes in every zone; today's offsets are multiples of 15 minutes. */
function daysOfMinutes(startsAt: Date, starts: readonly DayStart[]): Int32Array {
  const days = new Int32Array(minutesInMonth)
  const minuteOf = (at: Date) => Math.max(0, (at.getTime() - startsAt.getTime()) / 60_000)
  for (const [index, { at }] of starts.entries()) {
    const next = starts[index + 1]
    if (next) days.fill(index + 1, minuteOf(at), minuteOf(next.at))
  }
  return days
}

type Numbers = Int16Array | Int32Array | Float64Array

/**
 * The numbers of a column: integers of 2 or 4 bytes, or floats of 8. Those of the database are big-endian, those of processors that
 * Node runs on little-endian.
 */
function numbersOf(bytes: Buffer | null, charges: number): Numbers {
  const copy = new Uint8Array(bytes ?? [])
  const swapped = Buffer.from(copy.buffer)
  switch (copy.length / charges) {
    case 2:
      swapped.swap16()
      return new Int16Array(copy.buffer)
    case 4:
      swapped.swap32()
      return new Int32Array(copy.buffer)
    default:
      swapped.swap64()
      return new Float64Array(copy.buffer)
  }
}
