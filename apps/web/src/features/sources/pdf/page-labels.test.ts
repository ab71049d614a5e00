import { expect, test } from 'vitest'
import { markedRanges } from './marked-ranges.ts'
import { pageLabelled } from './page-labels.ts'

test.each([
  ['iv', 4],
  ['IV', 4],
  [' 1 ', 5],
  ['A-1', 6],
  ['9', null],
  ['', null],
])('KB-06 the label %o is on page %o', (typed, page) => {
  expect(pageLabelled(['i', 'ii', 'iii', 'iv', '1', 'A-1'], typed)).toBe(page)
})

const page = 'The bridge was opened in 1874. It is 214 metres long. Trains pass it at night. Nobody looks.'
const marks = (sentences: string[], passage: string) =>
  markedRanges(page, { sentences, passage }).map(({ start, end }) => page.slice(start, end))

test('KB-06 the cited sentence is highlighted, otherwise the passage, and never the whole page', () => {
  expect(marks(['It is 214 metres long.'], page)).toEqual(['It is 214 metres long.'])
  expect(marks(['It stands elsewhere, far from here.'], 'It is 214 metres long. Trains pass')).toEqual([
    'It is 214 metres long. Trains pass',
  ])
  expect(marks([], page)).toEqual([])
})
