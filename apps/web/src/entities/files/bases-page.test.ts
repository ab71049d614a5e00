import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { firstPage, readPage, withoutDefaults } from './bases-page.ts'

test('KB-04 the URL has the page, sort order, search and base; invalid values show the first page', () => {
  const base = mintId('base')
  const page = { page: 3, sort: 'nameUp', search: 'tea', base } as const
  expect(readPage(page)).toEqual(page)
  expect(readPage(withoutDefaults(page))).toEqual(page)
  expect(readPage({ search: 2026 })).toEqual({ ...firstPage, search: '2026' })
  expect(readPage({ page: -1, sort: 'size', search: null, base: 'room_1', kb: true })).toEqual(firstPage)
  expect(withoutDefaults(firstPage)).toEqual({})
})
