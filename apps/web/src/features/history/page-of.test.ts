import { expect, test } from 'vitest'
import { sortedBy } from './page-of.ts'

test.each([
  ['date', 'desc', 'title', 'title', 'asc'],
  ['title', 'asc', 'title', 'title', 'desc'],
  ['title', 'desc', 'title', 'title', 'asc'],
  ['title', 'asc', 'date', 'date', 'desc'],
  ['date', 'desc', 'date', 'date', 'asc'],
] as const)(
  'HIST-01 sorted by %s %s, pressing %s sorts by %s %s from the first page',
  (sort, order, column, nextSort, nextOrder) => {
    expect(sortedBy({ source: 'starred', page: 3, sort, order }, column)).toEqual({
      source: 'starred',
      page: 1,
      sort: nextSort,
      order: nextOrder,
    })
  },
)
