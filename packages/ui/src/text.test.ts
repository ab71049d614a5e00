import { expect, test } from 'vitest'
import { normaliseLink } from './links.ts'
import { relativeTime, relativeTimeText, type RelativeTime } from './relative-time.ts'
import { initials, truncate } from './text.ts'

test.each([
  ['short', 30, 'short'],
  ['123456789012345678901234567890', 30, '123456789012345678901234567890'],
  ['1234567890123456789012345678901', 30, '12345678901234567890123456789…'],
  ['a room with a name', 16, 'a room with a n…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦…'],
  ['', 30, ''],
])('UI-01 %j cut at %i is %j', (text, limit, expected) => {
  expect(truncate(text, limit)).toBe(expected)
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['general', 'G'],
  ['ada@example.com', 'AC'],
  ['王小明', '王'],
  ['  ', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['mailto:a@b.org', 'mailto:a@b.org'],
  ['example.com', 'https://example.com'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['10.0.0.1', 'https://10.0.0.1'],
  ['localhost:3000', 'https://localhost:3000'],
  ['[::1]:80', 'https://[::1]:80'],
  ['//cdn.example.com/a', 'https://cdn.example.com/a'],
  ['/chat/new', 'https://atrium.test/chat/new'],
  ['chat-history', 'https://atrium.test/chat-history'],
  ['javascript:alert(1)', 'https://atrium.test/'],
  ['java\tscript:alert(1)', 'https://atrium.test/'],
  ['data:text/html,x', 'https://atrium.test/'],
])('UI-01 the link %j means %j', (link, expected) => {
  expect(normaliseLink(link, 'https://atrium.test/')).toBe(expected)
})

const now = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each<[string, Date, RelativeTime]>([
  ['now', now, { key: 'justNow' }],
  ['a clock that is ahead', ago(-5), { key: 'justNow' }],
  ['119 seconds', ago(119 / 60), { key: 'justNow' }],
  ['2 minutes', ago(2), { key: 'minutesAgo', count: 2 }],
  ['59 minutes', ago(59.9), { key: 'minutesAgo', count: 59 }],
  ['1 hour', ago(60), { key: 'hoursAgo', count: 1 }],
  ['11 hours', ago(11 * 60), { key: 'hoursAgo', count: 11 }],
  ['13 hours, over midnight', ago(13 * 60), { key: 'yesterdayAt', time: '11:00 PM' }],
  ['two days', ago(48 * 60), { key: 'date', date: 'Nov 19' }],
  ['last year', new Date('2025-11-21T12:00:00Z'), { key: 'date', date: 'Nov 21, 2025' }],
])('UI-01 %s ago', (_, moment, expected) => {
  expect(relativeTime(moment, now, 'en', 'UTC')).toEqual(expected)
})

test("UI-01 dates use the reader's time zone", () => {
  expect(relativeTime(ago(13 * 60), now, 'en', 'Asia/Tokyo').key).toBe('hoursAgo')
})

test('UI-01 a date needs no phrase, every other time uses one', () => {
  const say = (phrase: RelativeTime) => `<${phrase.key}>`
  expect(relativeTimeText({ key: 'date', date: '19 nov.' }, say)).toBe('19 nov.')
  expect(relativeTimeText({ key: 'hoursAgo', count: 2 }, say)).toBe('<hoursAgo>')
})
