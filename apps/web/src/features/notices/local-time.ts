import { dateLocale } from '../../lib/text/date-locale.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** The value of a `datetime-local` field for a time, in the browser's time zone. */
export function toLocalInput(time: string | null | undefined): string {
  if (!time) return ''
  const at = new Date(time)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of a `datetime-local` field in UTC; null when it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const at = new Date(value)
  return value === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

export const momentText = (time: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
