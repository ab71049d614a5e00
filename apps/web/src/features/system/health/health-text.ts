import { currentLanguage } from '../../../lib/i18n.ts'
import { dateLocale } from '../../../lib/text/date-locale.ts'

const unit = (value: number, name: string, display: 'short' | 'long' = 'short') =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: name,
    unitDisplay: display,
    maximumFractionDigits: 1,
  }).format(value)

/** Bytes in the most readable decimal unit, as disks are sold. */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)))
  return unit(bytes / 1000 ** power, units[power] ?? 'byte')
}

/** A duration in its largest whole unit. */
export function spanText(seconds: number): string {
  if (seconds < 60) return unit(Math.round(seconds), 'second')
  if (seconds < 3600) return unit(Math.round(seconds / 60), 'minute')
  if (seconds < 86_400) return unit(Math.round(seconds / 3600), 'hour')
  return unit(Math.round(seconds / 86_400), 'day')
}

/** A short duration, to a tenth of a second from one second on. */
export const durationText = (ms: number): string =>
  ms < 1000 ? unit(Math.round(ms), 'millisecond') : unit(ms / 1000, 'second')

export const shareText = (share: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

export const numberText = (value: number): string => new Intl.NumberFormat(currentLanguage()).format(value)

/** Only the time for today, otherwise with the date. */
export function momentText(at: string, now = new Date()): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(
    dateLocale(),
    isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(moment)
}
