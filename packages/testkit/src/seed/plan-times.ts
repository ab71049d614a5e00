const dayMs = 24 * 60 * 60 * 1000

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/**
 * Start times for a number of conversations, oldest first: within the last `days`, more of them recently, on working days between 7 and 18
 * o'clock UTC, the last within the hour before `now`.
 */
export function planTimes(
  count: number,
  { now, days }: { now: Date; days: number },
  random: () => number,
): Date[] {
  const times = Array.from({ length: count }, () => workingTime(now, random() ** 1.6 * days, random))
  const ordered = times.toSorted((one, other) => one.getTime() - other.getTime()).slice(1)
  return [...ordered, new Date(now.getTime() - (10 + random() * 50) * 60_000)]
}

function workingTime(now: Date, daysAgo: number, random: () => number): Date {
  const today = new Date(now).setUTCHours(0, 0, 0, 0)
  let day = today - (1 + Math.floor(daysAgo)) * dayMs
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= dayMs
  return new Date(day + (7 + random() * 11) * 60 * 60 * 1000)
}
