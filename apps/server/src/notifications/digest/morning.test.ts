import { expect, test } from 'vitest'
import { morningIn } from './morning.ts'

test.each([
  ['UTC', '2026-11-21T06:59:59Z', null],
  ['UTC', '2026-11-21T07:00:00Z', '2026-11-21'],
  ['UTC', '2026-11-21T10:59:59Z', '2026-11-21'],
  ['UTC', '2026-11-21T11:00:00Z', null],
  // Clocks go forward at 02:00 and back at 03:00.
  ['Europe/Paris', '2026-03-28T06:00:00Z', '2026-03-28'],
  ['Europe/Paris', '2026-03-29T05:00:00Z', '2026-03-29'],
  ['Europe/Paris', '2026-03-29T04:59:59Z', null],
  ['Europe/Paris', '2026-10-25T05:30:00Z', null],
  ['Europe/Paris', '2026-10-25T06:00:00Z', '2026-10-25'],
  ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01'],
  ['America/New_York', '2026-11-01T11:00:00Z', null],
  // Half an hour of daylight saving, and a zone of 45 minutes.
  ['Australia/Lord_Howe', '2026-10-03T20:00:00Z', '2026-10-04'],
  ['Asia/Kathmandu', '2026-11-21T01:15:00Z', '2026-11-21'],
  // The day is the person's own, not that of UTC.
  ['Pacific/Auckland', '2026-11-20T18:30:00Z', '2026-11-21'],
  ['Pacific/Honolulu', '2026-11-21T18:00:00Z', '2026-11-21'],
  ['Nowhere/Land', '2026-11-21T08:00:00Z', '2026-11-21'],
])('LIFE-08 in %s at %s the morning is that of %s', (zone, now, day) => {
  expect(morningIn(zone, new Date(now))).toBe(day)
})

test('LIFE-08 each day of a year has one morning in zones with daylight saving', () => {
  for (const zone of ['Europe/Paris', 'Australia/Lord_Howe']) {
    const days = new Set<string>()
    let mornings = 0
    let before: string | null = null
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 60 * 60_000) {
      const day = morningIn(zone, new Date(time))
      if (day !== null && day !== before) mornings += 1
      if (day !== null) days.add(day)
      before = day
    }
    expect({ zone, days: days.size, mornings }).toEqual({ zone, days: 365, mornings: 365 })
  }
})
