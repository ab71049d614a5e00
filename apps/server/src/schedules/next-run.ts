import type { ScheduleRule } from '@atrium/contract'
import { Temporal } from 'temporal-polyfill'

type Rule = ScheduleRule & {
  /** The last local day, as `YYYY-MM-DD`; null without an end. */
  endsOn: string | null
}

/** Every month has a matching day, and every week each weekday, so more days are never needed. */
const maxDays = 63

/**
 * Returns the first run after an instant; null when the last day comes first. A local time that daylight saving skips runs as much later
 * as the clock jumps; one that occurs twice runs the first time.
 */
export function nextRun(rule: Rule, after: Date): Date | null {
  const [hour = 0, minute = 0] = rule.time.split(':').map(Number)
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(rule.timeZone)
  const last = rule.endsOn === null ? null : Temporal.PlainDate.from(rule.endsOn)
  let day = from.toPlainDate()
  for (let count = 0; count < maxDays; count += 1, day = day.add({ days: 1 })) {
    if (last && Temporal.PlainDate.compare(day, last) > 0) return null
    if (!matches(rule, day)) continue
    const run = day
      .toPlainDateTime({ hour, minute })
      .toZonedDateTime(rule.timeZone, { disambiguation: 'compatible' })
    if (run.epochMilliseconds > after.getTime()) return new Date(run.epochMilliseconds)
  }
  return null
}

function matches({ interval, weekday, dayOfMonth }: Rule, day: Temporal.PlainDate): boolean {
  switch (interval) {
    case 'daily':
      return true
    case 'weekdays':
      return day.dayOfWeek <= 5
    case 'weekly':
      return day.dayOfWeek === weekday
    case 'monthly':
      return day.day === Math.min(dayOfMonth, day.daysInMonth)
  }
}
