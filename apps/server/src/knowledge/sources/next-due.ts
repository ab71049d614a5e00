import type { RefreshInterval } from '@atrium/contract'

const minute = 60
const day = 24 * 60 * minute

const intervals: Record<RefreshInterval, number | null> = {
  never: null,
  daily: day,
  weekly: 7 * day,
  monthly: 30 * day,
}
/** What may pass is tried again after these; then only when it would be fetched anyway. */
const triesAgainAfter = [5 * minute, 20 * minute, 2 * 60 * minute, 12 * 60 * minute]

/**
 * In how many seconds a source is fetched again; null for never. `failures` are those in a row, up to now: what may pass is
 * tried again soon, but more and more seldom; what fails three times and more is fetched half as often with each further time, though
 * every sixty days.
 */
export function nextDue({
  refresh,
  failures,
  mayPass,
}: {
  refresh: RefreshInterval
  failures: number
  mayPass: boolean
}): number | null {
  const soon = mayPass ? triesAgainAfter[failures - 1] : undefined
  const usual = intervals[refresh]
  const seldom =
    usual === null ? null : Math.min(usual * 2 ** Math.max(0, failures - 2), Math.max(usual, 60 * day))
  if (soon === undefined) return seldom
  return seldom === null ? soon : Math.min(soon, seldom)
}
