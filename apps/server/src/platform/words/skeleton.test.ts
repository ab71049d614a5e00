import { expect, test } from 'vitest'
import { isLookAlike, skeletonOf } from './skeleton.ts'

test.each([
  ['Design', 'Dеsign'],
  ['PayPal', 'PayPaI'],
  ['Room 10', 'Room lO'],
  ['modern', 'modem'],
  ['Finance', 'Ｆinance'],
  ['Design', 'DESIGN'],
  ['Sales', 'Sa\u200Bles'],
])('%s and %s look alike', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

test('names that look different have different skeletons, and a name is no look-alike of itself', () => {
  expect(skeletonOf('Room 1')).not.toBe(skeletonOf('Room 2'))
  expect(skeletonOf('Phòng')).not.toBe(skeletonOf('Phong'))
  expect(isLookAlike('Design', 'design')).toBe(false)
  expect(isLookAlike('Design', 'Dеsign')).toBe(true)
})
