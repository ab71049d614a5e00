import { expect, test } from 'vitest'
import { pageCount } from './page-count.ts'

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [50, 50, 1],
  [51, 50, 2],
  [1000, 20, 50],
])('%i rows fill, %i to a page, %i pages', (count, pageSize, pages) => {
  expect(pageCount(count, pageSize)).toBe(pages)
})
