import type { RefreshInterval } from '@atrium/contract'

const minute = 60
const day = 24 * 60 * minute

const intervals: Record<RefreshInterval, number | null> = {
  never: null,
  daily: day,
  weekly: 7 * day,
  monthly: 30 * day,
}
/** Delays of retries after transient failures; later ones wait for the regular refresh. */
const triesAgainAfter = [5 * minute, 20 * minute, 2 * 60 * minute, 12 * 60 * minute]

/**
 * Returns the seconds until a source is fetched again; null for never. `failures` counts consecutive ones: transient failures are
 * retried soon, with backoff; from the third permanent one on, the interval doubles each time, up to sixty days.
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
