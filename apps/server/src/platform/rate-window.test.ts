import { expect, test } from 'vitest'
import { createRateWindow } from './rate-window.ts'

test('D07 a person is refused beyond the limit until the window ends; others are not', () => {
  let at = 0
  const take = createRateWindow({ max: 2, perSeconds: 60 }, () => at)
  take('kim')
  take('kim')
  expect(() => take('kim')).toThrow('Too many requests')
  take('ada')
  at = 60_000
  take('kim')
})
