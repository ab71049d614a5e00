/** The local hours in which the digest of a day is sent: from seven, and until eleven after a standstill. */
const firstHour = 7
const lastHour = 10

/**
 * Returns the local day, as `YYYY-MM-DD`, if it is morning in a time zone, and null otherwise. Clocks that go forward or back do so
 * at night, so every day has one morning. An unknown zone counts as UTC.
 */
export function morningIn(zone: string, now: Date): string | null {
  const parts = partsIn(zone, now) ?? partsIn('UTC', now)
  const hour = Number(parts?.get('hour'))
  if (!(hour >= firstHour && hour <= lastHour)) return null
  return `${parts?.get('year')}-${parts?.get('month')}-${parts?.get('day')}`
}

function partsIn(timeZone: string, now: Date): Map<string, string> | null {
  try {
    return new Map(
      formatOf(timeZone)
        .formatToParts(now)
        .map(({ type, value }) => [type, value]),
    )
  } catch {
    // Zones are removed from the list of names over the years.
    return null
  }
}

/** Creating a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
