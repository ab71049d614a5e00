import type { Tables } from '@atrium/documents'
import { expect, test } from 'vitest'
import { createTablePool } from './table-pool.ts'

const { signal } = new AbortController()

/** A pool of one process, with how many were loaded and closed. */
function poolOfOne() {
  const count = { loaded: 0, closed: 0 }
  let isOver = false
  const load = async () => {
    count.loaded += 1
    isOver = false
    return {
      list: [],
      hasEnded: () => isOver,
      close: async () => void (count.closed += 1),
    } as unknown as Tables
  }
  return { pool: createTablePool({ max: 1, load }), count, end: () => (isOver = true) }
}

test('tables with a key stay loaded for the next caller with it, and make room for others', async () => {
  const { pool, count } = poolOfOne()
  for (const _ of [1, 2]) await (await pool.open([], signal, { key: 'a' })).close()
  expect(count).toEqual({ loaded: 1, closed: 0 })
  const other = await pool.open([], signal)
  expect(count).toEqual({ loaded: 2, closed: 1 })
  await other.close()
  expect(count.closed).toBe(2)
})

test('tables are not kept while others wait, nor when their process has ended', async () => {
  const { pool, count, end } = poolOfOne()
  const first = await pool.open([], signal, { key: 'a' })
  const next = pool.open([], signal, { key: 'b' })
  await first.close()
  const second = await next
  expect(count).toEqual({ loaded: 2, closed: 1 })
  end()
  await second.close()
  expect(count.closed).toBe(2)
  await (await pool.open([], signal, { key: 'b' })).close()
  expect(count.loaded).toBe(3)
})
