import { expect, test } from 'vitest'
import { amountColumns, columnWidths, headerOf, isAmount, rowsOf } from './sheet-rows.ts'

const passage = (text: string, row?: number) => ({
  position: 3,
  text,
  place: row === undefined ? {} : { row },
})

test('KB-06 rows keep their numbers in the sheet, counting empty ones', () => {
  const some = passage('Item | Price\nBolt | 2\n\n\nGear | 40', 12)
  expect(headerOf(some)).toEqual(['Item', 'Price'])
  expect(rowsOf(some).map(({ number, cells }) => [number, ...cells])).toEqual([
    [12, 'Bolt', '2'],
    [15, 'Gear', '40'],
  ])
  expect(rowsOf(passage('Item | Price', 1))).toEqual([])
})

test('KB-06 a column is wide enough for most of its cells, within bounds', () => {
  const rows = [
    ['Id', 'Name'],
    ...Array.from({ length: 20 }, () => ['1', 'x'.repeat(20)]),
    ['1', 'y'.repeat(500)],
  ]
  expect(columnWidths(rows)).toEqual([9, 23])
  expect(columnWidths([['z'.repeat(100)]])).toEqual([36])
})

test('KB-06 a column is numeric if most of its cells are', () => {
  expect(
    amountColumns([
      ['1', 'a'],
      ['2', '7'],
      ['', 'b'],
      ['n/a', 'c'],
    ]),
  ).toEqual([true, false])
})

test('KB-06 amounts are distinguished from words', () => {
  expect(['12', '-3.5', '1,200.00', '(40)', '12 %', '٣'].map(isAmount)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(['', 'A1', '2026-01-02', 'about 3'].map(isAmount)).toEqual([false, false, false, false])
})
