import type { ScheduleRule } from '@atrium/contract'
import { expect, test } from 'vitest'
import { browserZone } from '../../lib/text/browser-zone.ts'
import type { Translate } from '../../lib/translate.ts'
import { endText, ruleText, weekdayName } from './schedule-words.ts'

/** Says the key with its variables. */
const t = ((key: string, variables: object = {}) =>
  [key, ...Object.values(variables)].join(' ')) as unknown as Translate<'schedules'>

const rule: ScheduleRule = {
  interval: 'daily',
  time: '08:05',
  timeZone: browserZone,
  weekday: 7,
  dayOfMonth: 31,
}

test('JOB-03 a rule is said with its day, and its time zone where it is not the own one', () => {
  expect(ruleText(t, rule)).toMatch(/^rule\.daily 0?8:05/)
  expect(ruleText(t, { ...rule, interval: 'weekly' })).toMatch(/^rule\.weekly Sunday 0?8:05/)
  expect(ruleText(t, { ...rule, interval: 'monthly' })).toMatch(/^rule\.monthly 31 0?8:05/)
  expect(ruleText(t, { ...rule, timeZone: 'America/Argentina/Ushuaia' })).toMatch(
    /\(America\/Argentina\/Ushuaia\)$/,
  )
  expect([1, 2, 3, 4, 5, 6, 7].map(weekdayName)).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
})

test('JOB-03 a schedule that does not run says why', () => {
  const failuresInRow = 3
  expect(endText(t, { state: 'active', pauseReason: null, failuresInRow })).toBeNull()
  expect(endText(t, { state: 'ended', pauseReason: null, failuresInRow })).toBe('state.ended')
  expect(endText(t, { state: 'paused', pauseReason: 'owner', failuresInRow })).toBe('state.owner')
  expect(endText(t, { state: 'paused', pauseReason: 'failures', failuresInRow })).toBe('state.failures 3')
})
