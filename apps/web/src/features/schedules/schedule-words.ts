import type { Schedule, ScheduleRule } from '@atrium/contract'
import { browserZone } from '../../lib/text/browser-zone.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import type { Translate } from '../../lib/translate.ts'

/** The name of a weekday; 1 is Monday. 1 January 2024 was one. */
export const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )

/** A local time of `HH:MM`, as people of the locale write it. */
const timeText = (time: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2024-01-01T${time}:00Z`),
  )

/** Says when a schedule repeats; names the time zone where it is not the browser's. */
export function ruleText(t: Translate<'schedules'>, rule: ScheduleRule): string {
  const time = timeText(rule.time)
  const text =
    rule.interval === 'weekly'
      ? t('rule.weekly', { day: weekdayName(rule.weekday), time })
      : rule.interval === 'monthly'
        ? t('rule.monthly', { day: rule.dayOfMonth, time })
        : t(`rule.${rule.interval}`, { time })
  return rule.timeZone === browserZone ? text : `${text} (${rule.timeZone.replaceAll('_', ' ')})`
}

/** Says why a schedule doesn't run; null for an active one. */
export const endText = (
  t: Translate<'schedules'>,
  { state, pauseReason, failuresInRow }: Pick<Schedule, 'state' | 'pauseReason' | 'failuresInRow'>,
): string | null =>
  state === 'active'
    ? null
    : pauseReason === null
      ? t('state.ended')
      : pauseReason === 'failures'
        ? t('state.failures', { count: failuresInRow })
        : t(`state.${pauseReason}`)
