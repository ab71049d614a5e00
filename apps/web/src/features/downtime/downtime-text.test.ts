import { expect, test } from 'vitest'
import { fillTimes } from './downtime-text.ts'

const times = { downTimeStart: '2027-01-31T22:00:00Z', downTimeEnd: '2027-01-31T23:30:00Z' }
const message = 'On {date} from {startTime} to {endTime}. {other} {date}'
const spaces = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  ['en-GB', 'Europe/London', 'On 31 January 2027 from 22:00 to 23:30. {other} 31 January 2027'],
  ['en-US', 'America/New_York', 'On January 31, 2027 from 5:00 PM to 6:30 PM. {other} January 31, 2027'],
  ['en-GB', 'Asia/Kolkata', 'On 1 February 2027 from 03:30 to 05:00. {other} 1 February 2027'],
  ['zh', 'Asia/Shanghai', 'On 2027年2月1日 from 06:00 to 07:30. {other} 2027年2月1日'],
])('LIFE-01 placeholders in %s and %s', (locale, timeZone, expected) => {
  expect(spaces(fillTimes(message, times, { locale, timeZone }))).toBe(expected)
})
