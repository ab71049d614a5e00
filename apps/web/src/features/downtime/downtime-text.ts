import type { DowntimeSettings } from '@atrium/contract'
import { dateLocale } from '../../lib/text/date-locale.ts'

/** Fills `{date}`, `{startTime}` and `{endTime}` in the viewer's language and time zone. Other braces stay. */
export function fillTimes(
  message: string,
  { downTimeStart, downTimeEnd }: Pick<DowntimeSettings, 'downTimeStart' | 'downTimeEnd'>,
  { locale = dateLocale(), timeZone }: { locale?: string; timeZone?: string | undefined } = {},
): string {
  const zone = timeZone ? { timeZone } : {}
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone })
  const values: Record<string, string> = {
    '{date}': new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone }).format(new Date(downTimeStart)),
    '{startTime}': time.format(new Date(downTimeStart)),
    '{endTime}': time.format(new Date(downTimeEnd)),
  }
  return message.replaceAll(/\{(?:date|startTime|endTime)\}/g, (name) => values[name] ?? name)
}
