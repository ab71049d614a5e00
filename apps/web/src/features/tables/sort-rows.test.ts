import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = [
  ['b', 10],
  ['ä', 9],
  ['c', null],
  ['a', 100],
]
const by = (column: number, order: 'asc' | 'desc') =>
  sortRows(rows, { column, order }, 'de').map((row) => row[0])

test('ANS-05 a result is sorted by numbers or texts, missing values last, and is in its own order first', () => {
  expect(sortRows(rows, null, 'de')).toEqual(rows)
  expect(by(1, 'asc')).toEqual(['ä', 'b', 'a', 'c'])
  expect(by(1, 'desc')).toEqual(['a', 'b', 'ä', 'c'])
  expect(by(0, 'asc')).toEqual(['a', 'ä', 'b', 'c'])
})
