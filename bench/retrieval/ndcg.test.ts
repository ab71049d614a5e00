import { expect, test } from 'vitest'
import { ndcgAt10 } from './ndcg.ts'

test('nDCG@10 is 1 for the best order, less for a later place, 0 without a hit among the first ten', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(ndcgAt10(['b', 'a'], grades)).toBe(1)
  expect(ndcgAt10(['x', 'a'], grades)).toBeCloseTo(0.6309 / 1.6309, 3)
  expect(ndcgAt10([...'0123456789', 'a'], grades)).toBe(0)
})
