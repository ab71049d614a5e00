import { expect, test } from 'vitest'
import { findPassage } from './find-passage.ts'

const found = (page: string, passage: string) =>
  findPassage(page, passage).map(({ start, end }) => page.slice(start, end))

test('KB-06 a passage is found ignoring spaces, line breaks, case and ligatures', () => {
  expect(
    found('Before. The ﬁrst  bridge-\nof 1874 stands. After.', 'the first bridge of 1874 stands.'),
  ).toEqual(['The ﬁrst  bridge-\nof 1874 stands.'])
})

test('KB-06 of a passage that continues on the next page, the part on this page is found', () => {
  const [here, ...others] = found(
    'A heading. It is crossed by four thousand trains a year, most of them',
    'It is crossed by four thousand trains a year, most of them at night, when nobody looks at it.',
  )
  expect(here?.startsWith('It is crossed by four')).toBe(true)
  expect(here?.endsWith('most of them')).toBe(true)
  expect(others).toEqual([])
})

test('KB-06 Arabic and Chinese passages are found', () => {
  expect(found('مقدمة. يبلغ طول الجسر ٢١٤ مترا. خاتمة.', 'يبلغ طول الجسر ٢١٤ مترا.')).toEqual([
    'يبلغ طول الجسر ٢١٤ مترا.',
  ])
  expect(found('前言。这座桥长二百一十四米。后记。', '这座桥长二百一十四米。')[0]).toContain(
    '这座桥长二百一十四米',
  )
})

test('KB-06 a passage that is not on the page highlights nothing', () => {
  expect(found('Something else.', 'The bridge is 214 metres long and very old indeed.')).toEqual([])
  expect(found('Something else.', '…')).toEqual([])
})
