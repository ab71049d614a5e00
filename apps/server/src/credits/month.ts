/** A calendar month in UTC, as in `2026-11`. */
export type Month = `${number}-${number}`

/** Returns the month of an instant. Months turn at midnight UTC for everybody. */
export const monthOf = (instant: Date): Month => instant.toISOString().slice(0, 7) as Month

/** A period of credits: a calendar month, or `2026-11-17`, the first day of a paid month. Later periods sort after earlier ones. */
export type Period = Month | `${number}-${number}-${number}`
