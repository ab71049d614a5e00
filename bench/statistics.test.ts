import { expect, test } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
  [0, 1],
])('of 1 to 100 the share %d is at most %d', (share, expected) => {
  expect(percentile(hundred, share)).toBe(expected)
})

test('the percentile of one value is that value, of none NaN', () => {
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('the median is the middle, or between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 9])).toBe(3)
  expect(median([])).toBeNaN()
})
