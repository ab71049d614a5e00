import { expect, test } from 'vitest'
import { allowedByBoth, isAllowedBy } from './allowed-models.ts'

test.each([
  [null, null, null],
  [['a', 'b'], null, ['a', 'b']],
  [null, ['a', 'b'], ['a', 'b']],
  [['a', 'b'], ['b', 'c'], ['b']],
  [['a'], ['b'], []],
  [[], null, []],
])('ACC-08 MODEL-07 of %j and %j both allow %j', (one, other, both) => {
  expect(allowedByBoth(one, other)).toEqual(both)
  expect(allowedByBoth(other, one)).toEqual(both)
})

test('ACC-08 no list allows every model, an empty one none', () => {
  expect(isAllowedBy(null, 'a')).toBe(true)
  expect(isAllowedBy(['a'], 'a')).toBe(true)
  expect(isAllowedBy([], 'a')).toBe(false)
})
