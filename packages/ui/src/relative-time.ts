/** A relative time: a phrase with its values, or a formatted date. */
export type RelativeTime =
  | { key: 'justNow' }
  | { key: 'minutesAgo' | 'hoursAgo'; count: number }
  | { key: 'yesterdayAt'; time: string }
  | { key: 'date'; date: string }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Under 2 minutes 'Just now', under 60 'N mins ago', later the same day 'N hr(s) ago', then 'Yesterday at …', then a
 * date, with the year once it is not this year's. Days are the reader's own (`timeZone`, the browser's by default).
 */
export function relativeTime(moment: Date, now: Date, language: string, timeZone?: string): RelativeTime {
  const elapsedMs = now.getTime() - moment.getTime()
  if (elapsedMs < 2 * minuteMs) return { key: 'justNow' }
  if (elapsedMs < hourMs) return { key: 'minutesAgo', count: Math.floor(elapsedMs / minuteMs) }
  const zone = timeZone ? { timeZone } : {}
  const daysAgo = dayNumber(now, zone) - dayNumber(moment, zone)
  if (daysAgo === 0) return { key: 'hoursAgo', count: Math.floor(elapsedMs / hourMs) }
  if (daysAgo === 1)
    return { key: 'yesterdayAt', time: format(language, { ...zone, timeStyle: 'short' }, moment) }
  const sameYear = parts(now, zone).year === parts(moment, zone).year
  const date = format(
    language,
    { ...zone, day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) },
    moment,
  )
  return { key: 'date', date }
}

/** The relative time in words, through a translation function. */
export function relativeTimeText(
  time: RelativeTime,
  say: (phrase: Exclude<RelativeTime, { key: 'date' }>) => string,
): string {
  return time.key === 'date' ? time.date : say(time)
}

const format = (language: string, options: Intl.DateTimeFormatOptions, moment: Date): string =>
  new Intl.DateTimeFormat(language, options).format(moment)

function parts(moment: Date, zone: { timeZone?: string }): { year: number; month: number; day: number } {
  const text = format('en-CA', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' }, moment)
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}

function dayNumber(moment: Date, zone: { timeZone?: string }): number {
  const { year, month, day } = parts(moment, zone)
  return Date.UTC(year, month - 1, day) / (24 * hourMs)
}
