import { mintId } from '@atrium/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { filtersOf, readPage, wholeLog } from './audit-page.ts'
import { addressOf, isFiltered, isPeriodReversed } from './log-page.ts'

afterEach(() => void vi.unstubAllEnvs())

test('ACC-08 an invalid URL shows the whole log', () => {
  const nonsense = { page: 0, actor: 'me', action: 'everything', from: 'yesterday', to: '2026-13-45' }
  expect(readPage(nonsense)).toEqual(wholeLog)
  expect(addressOf(wholeLog)).toEqual({})
  expect(isFiltered(wholeLog)).toBe(false)
})

test('ACC-08 filters survive a round trip through the URL', () => {
  const page = {
    page: 3,
    actor: mintId('user'),
    action: 'member.removed',
    from: '2026-11-01',
    to: '2026-11-21',
  } as const
  expect(readPage(addressOf(page))).toEqual(page)
  expect(isFiltered(page)).toBe(true)
})

test('ACC-08 days are whole days of the reader, the day on which the clocks change among them', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const day = { ...wholeLog, from: '2026-10-25', to: '2026-10-25' }
  expect(filtersOf(day)).toEqual({ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' })
  expect(filtersOf({ ...wholeLog, from: '2026-12-31', to: '2026-12-31' }).to).toBe('2026-12-31T23:00:00.000Z')
})

test('ACC-08 an end date before the start date is distinguished from an empty log', () => {
  expect(isPeriodReversed({ ...wholeLog, from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isPeriodReversed({ ...wholeLog, from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isPeriodReversed({ ...wholeLog, to: '2026-11-01' })).toBe(false)
})
