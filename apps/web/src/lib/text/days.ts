import { text } from './parse.ts'

/** A day as 'YYYY-MM-DD'; null for anything else. */
export const dayOf = (value: unknown): string | null => {
  const day = text(value) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null
}

/** Midnight of the reader's day, or some days later; correct for days of 23 and 25 hours. */
export function startOfDay(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
