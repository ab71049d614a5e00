import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const now = new Date(2026, 2, 30, 9, 30)
const at = (day: number, hour: number) => ({ date: new Date(2026, 2, day, hour).toISOString() })

test('HIST-01 chats stand under the days of their reader, across a change of clocks too', () => {
  const groups = byDay([at(30, 8), at(30, 0), at(29, 23), at(29, 0), at(28, 23), at(23, 0), at(22, 23)], now)
  expect(groups.map(({ group, items }) => [group, items.length])).toEqual([
    ['today', 2],
    ['yesterday', 2],
    ['week', 2],
    ['older', 1],
  ])
})

test('HIST-01 days without chats are left out', () => {
  expect(byDay([at(1, 1)], now)).toEqual([{ group: 'older', items: [at(1, 1)] }])
  expect(byDay([], now)).toEqual([])
})
