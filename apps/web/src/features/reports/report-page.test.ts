import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import {
  dayAfter,
  dayAt,
  daysOf,
  everyDay,
  firstPage,
  isFiltered,
  isPeriodReversed,
  readPage,
  reportNames,
  sortedBy,
  withoutDefaults,
} from './report-page.ts'

test.each(reportNames)('REP-01 %s starts with the last 7 days, without anything in its address', (report) => {
  const page = readPage(report, {})
  expect(page).toEqual(firstPage(report))
  expect(page.range).toBe(7)
  expect(Object.values(withoutDefaults(report, page)).filter((value) => value !== undefined)).toEqual([])
})

test('REP-01 presets end today and include it', () => {
  const page = firstPage('member')
  expect(daysOf(page, '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(daysOf({ ...page, range: 365 }, '2026-11-23')).toEqual({ from: '2025-11-24', to: '2026-11-23' })
  expect(everyDay('2026-02-25', '2026-03-03')).toHaveLength(7)
  expect(everyDay('2026-03-03', '2026-02-25')).toEqual([])
  expect(dayAfter('2026-10-24', 2)).toBe('2026-10-26')
  expect(dayAt(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test('REP-01 period, filters and order survive a round trip through the address', () => {
  const page = {
    range: 'custom',
    from: '2026-01-31',
    to: '2026-02-01',
    member: mintId('user'),
    room: mintId('room'),
    model: 'model-a',
    kind: 'picture',
    sort: 'requests',
    order: 'asc',
    page: 3,
  } as const
  expect(readPage('room', withoutDefaults('room', page))).toEqual(page)
  expect(isFiltered(page)).toBe(true)
  // One's own history has no other members.
  expect(readPage('history', { member: page.member }).member).toBeNull()
})

test('REP-01 what is no filter in an address is ignored', () => {
  const nonsense = {
    range: 8,
    from: 'x',
    to: 2,
    member: 'me',
    room: {},
    kind: 'all',
    sort: 'time',
    order: 1,
    page: -1,
  }
  expect(readPage('date', nonsense)).toEqual(firstPage('date'))
  expect(readPage('date', { range: 'custom', from: '2026-01-01' })).toEqual(firstPage('date'))
  const wrong = readPage('date', { range: 'custom', from: '2026-01-02', to: '2026-01-01' })
  expect(isPeriodReversed(wrong)).toBe(true)
})

test('REP-01 a column sorts by its natural order first, and a second time in reverse, from the first page', () => {
  const page = { ...firstPage('member'), page: 4 }
  const named = sortedBy(page, 'name')
  expect(named).toMatchObject({ sort: 'name', order: 'asc', page: 1 })
  expect(sortedBy(named, 'name').order).toBe('desc')
  expect(sortedBy(named, 'requests').order).toBe('desc')
})
