import { dateLocale } from '../../../lib/text/date-locale.ts'

export const dateText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))

export const momentText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
