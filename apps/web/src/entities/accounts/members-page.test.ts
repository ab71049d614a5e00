import { expect, test } from 'vitest'
import { firstPage, readPage, sortedBy, withoutDefaults } from './members-page.ts'

test('ACC-05 an invalid URL shows the first page, sorted by name', () => {
  expect(readPage({ page: -1, sort: 'shoe size', order: 7, search: ['x'] })).toEqual(firstPage)
  expect(withoutDefaults(firstPage)).toEqual({})
})

test('ACC-05 a page survives its way through the address', () => {
  const page = { page: 3, sort: 'joined', order: 'desc', search: 'ada' } as const
  expect(readPage(withoutDefaults(page))).toEqual(page)
  expect(readPage({ search: 1843 }).search).toBe('1843')
})

test('ACC-05 pressing a head sorts by its column, pressing again turns the order, each from the first page', () => {
  const newest = sortedBy({ ...firstPage, page: 4, search: 'ada' }, 'joined')
  expect(newest).toEqual({ page: 1, sort: 'joined', order: 'desc', search: 'ada' })
  expect(sortedBy(newest, 'joined').order).toBe('asc')
  expect(sortedBy(newest, 'name').order).toBe('asc')
})
