import type { UsageFilters } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

/** The days of a report, 'YYYY-MM-DD', both included, in a time zone. */
export type Days = Pick<UsageFilters, 'from' | 'to' | 'time_zone'>

/** Throws INVALID_INPUT for an unknown time zone, and when the last day is before the first. */
export function checkDays({ from, to, time_zone }: Days): void {
  if (!isTimeZone(time_zone))
    fail('INVALID_INPUT', {
      issues: [{ path: 'query.time_zone', message: 'This is not a known time zone.' }],
    })
  if (to < from)
    fail('INVALID_INPUT', {
      issues: [{ path: 'query.to', message: 'The last day is before the first.' }],
    })
}

/** PostgreSQL also accepts offsets and POSIX rules such as 'XYZ8', with a reversed sign; only names of the IANA database are safe. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    // Intl throws RangeError for unknown zones.
    return false
  }
}

/** SQL: the date of a moment in the reader's time zone. */
export const dateIn = (timeZone: string, moment: RawBuilder<unknown>) =>
  sql`((${moment}) at time zone ${timeZone}::text)::date`

/**
 * SQL: the first moment of a day. Where clocks go back at midnight, a day has two of them: PostgreSQL returns one, so the hour before
 * it belongs to the day if its date says so.
 */
const startOf = (timeZone: string, day: RawBuilder<unknown>) => sql`(
  select case when ${dateIn(timeZone, sql`midnight - interval '1 hour'`)} = ${day}
    then midnight - interval '1 hour' else midnight end
  from (select ${day}::timestamp at time zone ${timeZone}::text as midnight) as start)`

/** SQL: whether a moment is within the days. */
export const isWithin = ({ from, to, time_zone }: Days, moment: RawBuilder<unknown>) => sql`(
  ${moment} >= ${startOf(time_zone, sql`${from}::date`)} and ${moment} < ${startOf(time_zone, sql`(${to}::date + 1)`)})`

/** A day of a report, 'YYYY-MM-DD', and its first moment. */
export type DayStart = { day: string; at: Date }

/** Returns the starts of the report's days and, last, of the day after. */
export async function startsOfDays(trx: Transaction, { from, to, time_zone }: Days): Promise<DayStart[]> {
  const found = await sql<{ day: string; at: Date | null }>`
    select day::date::text as day, ${startOf(time_zone, sql`day::date`)} as at
    from generate_series(${from}::date, ${to}::date + 1, interval '1 day') as day order by day`.execute(trx)
  return found.rows.flatMap(({ day, at }) => (at ? [{ day, at }] : []))
}
