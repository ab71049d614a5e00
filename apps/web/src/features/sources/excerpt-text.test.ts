import { expect, test } from 'vitest'
import { excerptText } from './excerpt-text.ts'

test('KB-06 a preview omits the markup of headings, items and rows', () => {
  expect(excerptText('# Tea ## Kinds - green - black Kind | Minutes green | 2')).toBe(
    'Tea Kinds green black Kind Minutes green 2',
  )
  expect(excerptText('It is #1, well-known; half-read')).toBe('It is #1, well-known; half-read')
})
