import { expect, test } from 'vitest'
import { labelled, roundUp } from './bars.ts'

test.each([
  [0, 1],
  [0.0004, 0.0005],
  [1, 1],
  [1.2, 2],
  [37, 50],
  [500, 500],
  [99_999, 100_000],
])('REP-01 an axis up to %d ends at %d', (value, end) => {
  expect(roundUp(value)).toBe(end)
})

test('REP-01 labels are even, at most as many as fit, and start at the first day', () => {
  expect(labelled(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelled(365, 7)).toEqual([0, 53, 106, 159, 212, 265, 318])
  expect(labelled(0, 7)).toEqual([])
})
