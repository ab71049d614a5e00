import type { TableColumn } from '@atrium/contract'
import { expect, test } from 'vitest'
import { chartsFor } from './choose-chart.ts'

const column = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind })
const kinds = (columns: TableColumn[], rows: (string | number | null)[][]) =>
  chartsFor(columns, rows).map(({ kind }) => kind)

test('ANS-05 a chart is chosen by the kinds of the columns', () => {
  expect(
    kinds(
      [column('region', 'text'), column('total', 'number')],
      [
        ['a', 1],
        ['b', 2],
      ],
    ),
  ).toEqual(['bar', 'line'])
  expect(
    kinds(
      [column('day', 'date'), column('total', 'number')],
      [
        ['2026-01-02', 1],
        ['2026-01-01', 2],
      ],
    ),
  ).toEqual(['line', 'bar'])
  expect(
    kinds(
      [column('x', 'number'), column('y', 'number')],
      [
        [1, 2],
        [3, 4],
      ],
    ),
  ).toEqual(['scatter'])
  expect(
    kinds(
      [column('x', 'number')],
      Array.from({ length: 10 }, (_, index) => [index]),
    ),
  ).toEqual(['histogram'])
  expect(kinds([column('a', 'text')], [['x'], ['y']])).toEqual([])
  expect(kinds([column('a', 'text'), column('n', 'number')], [['x', 1]])).toEqual([])
  expect(
    kinds(
      [column('a', 'text'), column('n', 'number')],
      [
        ['x', null],
        ['y', 1],
      ],
    ),
  ).toEqual([])
})

test('ANS-05 a line chart is sorted by time, and a histogram counts every value once', () => {
  const [line] = chartsFor(
    [column('day', 'date'), column('n', 'number')],
    [
      ['2026-02-01 00:00:00', 1],
      ['2026-01-01 00:00:00', 2],
    ],
  )
  expect(line?.points.map(({ label, y }) => [label, y])).toEqual([
    ['2026-01-01', 2],
    ['2026-02-01', 1],
  ])
  const [histogram] = chartsFor(
    [column('n', 'number')],
    Array.from({ length: 100 }, (_, index) => [index % 10]),
  )
  expect(histogram?.points.reduce((sum, { y }) => sum + y, 0)).toBe(100)
})
