import { expect, test } from 'vitest'
import { nextDue } from './next-due.ts'

const day = 86_400
test.each([
  [{ refresh: 'never', failures: 0, mayPass: false }, null],
  [{ refresh: 'daily', failures: 0, mayPass: false }, day],
  [{ refresh: 'monthly', failures: 0, mayPass: false }, 30 * day],
  [{ refresh: 'never', failures: 1, mayPass: true }, 300],
  [{ refresh: 'never', failures: 5, mayPass: true }, null],
  [{ refresh: 'never', failures: 1, mayPass: false }, null],
  [{ refresh: 'daily', failures: 2, mayPass: false }, day],
  [{ refresh: 'daily', failures: 3, mayPass: false }, 2 * day],
  [{ refresh: 'daily', failures: 5, mayPass: true }, 8 * day],
  [{ refresh: 'weekly', failures: 90, mayPass: false }, 60 * day],
] as const)('%j: next fetch in %s seconds', (source, inSeconds) => {
  expect(nextDue(source)).toBe(inSeconds)
})
