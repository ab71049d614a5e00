const maxSeconds = 24 * 60 * 60

/**
 * Returns the seconds until a provider may be retried, or null when it doesn't say: `Retry-After` in seconds or as a date,
 * `Retry-After-Ms`, or Google's `"retryDelay": "34s"` in the body. Never negative, at most a day.
 */
export function retryAfterOf(
  headers: Record<string, string | undefined> | undefined,
  body = '',
  now = Date.now(),
): number | null {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (milliseconds >= 0) return bounded(milliseconds / 1000)
  const header = headers?.['retry-after']?.trim()
  if (header && /^\d+(\.\d+)?$/.test(header)) return bounded(Number(header))
  const date = header ? Date.parse(header) : Number.NaN
  if (!Number.isNaN(date)) return bounded((date - now) / 1000)
  const delay = /(?:^|\s)(\d+(?:\.\d+)?)s(?:\s|$)/.exec(body)?.[1]
  return delay === undefined ? null : bounded(Number(delay))
}

const bounded = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 0), maxSeconds)
