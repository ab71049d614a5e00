import type { ScheduleRule } from '@atrium/contract'
import { expect, test } from 'vitest'
import { nextRun } from './next-run.ts'

type Rule = Parameters<typeof nextRun>[0]

const rule = (
  interval: ScheduleRule['interval'],
  time: string,
  timeZone: string,
  more: Partial<Rule> = {},
) => ({
  interval,
  time,
  timeZone,
  weekday: 1,
  dayOfMonth: 1,
  endsOn: null,
  ...more,
})

test.each<[string, Rule, string, string | null]>([
  ['later the same day', rule('daily', '09:30', 'UTC'), '2026-11-26T09:29:59Z', '2026-11-26T09:30:00Z'],
  [
    'not at the same instant again',
    rule('daily', '09:30', 'UTC'),
    '2026-11-26T09:30:00Z',
    '2026-11-27T09:30:00Z',
  ],
  ['the local day', rule('daily', '00:15', 'Asia/Tokyo'), '2026-11-26T15:00:00Z', '2026-11-26T15:15:00Z'],
  [
    'a zone of 45 minutes',
    rule('daily', '06:00', 'Asia/Kathmandu'),
    '2026-11-26T00:00:00Z',
    '2026-11-26T00:15:00Z',
  ],
  ['after Friday, Monday', rule('weekdays', '08:00', 'UTC'), '2026-11-27T08:00:00Z', '2026-11-30T08:00:00Z'],
  [
    'Saturday in Auckland is Friday in UTC',
    rule('weekdays', '08:00', 'Pacific/Auckland'),
    '2026-11-27T12:00:00Z',
    '2026-11-29T19:00:00Z',
  ],
  [
    'a Sunday',
    rule('weekly', '08:00', 'UTC', { weekday: 7 }),
    '2026-11-26T08:00:00Z',
    '2026-11-29T08:00:00Z',
  ],
  [
    'the same weekday, a week later',
    rule('weekly', '08:00', 'UTC', { weekday: 4 }),
    '2026-11-26T08:00:00Z',
    '2026-12-03T08:00:00Z',
  ],
  [
    'a month later',
    rule('monthly', '08:00', 'UTC', { dayOfMonth: 26 }),
    '2026-11-26T08:00:00Z',
    '2026-12-26T08:00:00Z',
  ],
  [
    'the last day of a short month',
    rule('monthly', '08:00', 'UTC', { dayOfMonth: 31 }),
    '2026-01-31T08:00:00Z',
    '2026-02-28T08:00:00Z',
  ],
  [
    '29 February of a leap year',
    rule('monthly', '08:00', 'UTC', { dayOfMonth: 31 }),
    '2028-02-01T00:00:00Z',
    '2028-02-29T08:00:00Z',
  ],
  [
    '31 again after a short month',
    rule('monthly', '08:00', 'UTC', { dayOfMonth: 31 }),
    '2026-02-28T08:00:00Z',
    '2026-03-31T08:00:00Z',
  ],
  [
    'across a year',
    rule('monthly', '00:00', 'UTC', { dayOfMonth: 1 }),
    '2026-12-01T00:00:00Z',
    '2027-01-01T00:00:00Z',
  ],
  // Paris goes from 02:00 to 03:00 on 29 March 2026, and from 03:00 back to 02:00 on 25 October.
  [
    'winter time before the change',
    rule('daily', '09:00', 'Europe/Paris'),
    '2026-03-27T12:00:00Z',
    '2026-03-28T08:00:00Z',
  ],
  [
    'summer time after it',
    rule('daily', '09:00', 'Europe/Paris'),
    '2026-03-28T08:00:00Z',
    '2026-03-29T07:00:00Z',
  ],
  [
    'a skipped time runs as much later',
    rule('daily', '02:30', 'Europe/Paris'),
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'and at its time the day after',
    rule('daily', '02:30', 'Europe/Paris'),
    '2026-03-29T01:30:00Z',
    '2026-03-30T00:30:00Z',
  ],
  [
    'a repeated time runs the first time',
    rule('daily', '02:30', 'Europe/Paris'),
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'and not the second time',
    rule('daily', '02:30', 'Europe/Paris'),
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00Z',
  ],
  [
    'not the second time, asked between both',
    rule('daily', '02:30', 'Europe/Paris'),
    '2026-10-25T01:00:00Z',
    '2026-10-26T01:30:00Z',
  ],
  [
    'in New York, back at 02:00',
    rule('daily', '01:30', 'America/New_York'),
    '2026-10-31T12:00:00Z',
    '2026-11-01T05:30:00Z',
  ],
  [
    'half an hour of daylight saving',
    rule('daily', '02:15', 'Australia/Lord_Howe'),
    '2026-10-03T12:00:00Z',
    '2026-10-03T15:45:00Z',
  ],
  [
    'a day that a zone skipped',
    rule('daily', '09:00', 'Pacific/Apia'),
    '2011-12-29T20:00:00Z',
    '2011-12-30T19:00:00Z',
  ],
  [
    'midnight that is skipped',
    rule('daily', '00:00', 'America/Santiago'),
    '2026-09-05T12:00:00Z',
    '2026-09-06T04:00:00Z',
  ],
  [
    'the last day is included',
    rule('daily', '08:00', 'UTC', { endsOn: '2026-11-26' }),
    '2026-11-26T07:00:00Z',
    '2026-11-26T08:00:00Z',
  ],
  ['nothing after it', rule('daily', '08:00', 'UTC', { endsOn: '2026-11-26' }), '2026-11-26T08:00:00Z', null],
  [
    'the last day is a local one',
    rule('daily', '23:00', 'America/Los_Angeles', { endsOn: '2026-11-26' }),
    '2026-11-27T06:00:00Z',
    '2026-11-27T07:00:00Z',
  ],
  [
    'an end before the first match',
    rule('monthly', '08:00', 'UTC', { dayOfMonth: 5, endsOn: '2026-12-04' }),
    '2026-11-26T08:00:00Z',
    null,
  ],
])('JOB-03 the next run: %s', (_, given, after, next) => {
  expect(nextRun(given, new Date(after))?.toISOString() ?? null).toBe(next && new Date(next).toISOString())
})

test('JOB-03 a daily schedule runs once on each day of a year, in zones with daylight saving', () => {
  for (const timeZone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])
    for (const time of ['00:00', '02:30', '23:59']) {
      const daily = rule('daily', time, timeZone)
      const day = new Intl.DateTimeFormat('en-CA', { timeZone })
      const days: string[] = []
      let at = new Date('2026-01-01T12:00:00Z')
      for (let count = 0; count < 365; count += 1) {
        at = nextRun(daily, at) ?? at
        days.push(day.format(at))
      }
      expect({ timeZone, time, days: new Set(days).size }).toEqual({ timeZone, time, days: 365 })
    }
})
