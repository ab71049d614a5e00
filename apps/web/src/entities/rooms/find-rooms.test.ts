import { expect, test } from 'vitest'
import { findRooms } from './find-rooms.ts'

const rooms = ['Café de Flore', 'Budget 2027', 'غُرفة المشروع', '预算会议'].map((name) => ({ name }))

test.each([
  ['', 4],
  ['  ', 4],
  ['cafe', 1],
  ['FLORE caf', 1],
  ['budget 2026', 0],
  ['غرفة', 1],
  ['会议', 1],
])('%j finds %i of the rooms', (text, count) => {
  expect(findRooms(rooms, text)).toHaveLength(count)
})
