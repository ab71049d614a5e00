/** A day in UTC, 'YYYY-MM-DD'. */
export type Day = string

export const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10)

const msPerDay = 86_400_000
const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)

/** Returns the number of days from one day to another. */
export const daysBetween = (from: Day, until: Day): number =>
  Math.round((startOf(until) - startOf(from)) / msPerDay)

/** Returns the same day of the next month: the anchor's day of the month or, in shorter months, the last one. */
export function nextMonth(day: Day, anchorDay: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month, Math.min(anchorDay, lastDay))))
}
