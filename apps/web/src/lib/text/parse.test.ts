import { expect, test } from 'vitest'
import { fields, number, oneOf, text } from './parse.ts'

const parse = fields({ email: text, count: number, kind: oneOf('a', 'b') })

test.each([
  { value: { email: 'x', count: 1, kind: 'a', more: true }, read: { email: 'x', count: 1, kind: 'a' } },
  { value: { email: 'x', count: 1, kind: 'c' }, read: null },
  { value: { email: 'x', count: Number.NaN, kind: 'a' }, read: null },
  { value: { count: 1, kind: 'a' }, read: null },
  { value: ['x'], read: null },
  { value: null, read: null },
  { value: 'x', read: null },
])('NAV-14 the stored preference is read as $read', ({ value, read }) => {
  expect(parse(value)).toEqual(read)
})
