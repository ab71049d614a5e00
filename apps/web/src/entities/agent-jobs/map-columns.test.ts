import { expect, test } from 'vitest'
import { mapColumns, tokensOfRow, valuesOfRow } from './map-columns.ts'

const variables = [{ name: 'Customer name' }, { name: 'topic' }, { name: 'tone' }]
const column = (index: number) => ({ kind: 'column' as const, column: index })

test('variables get the columns of the same name, then those that are left, unless chosen', () => {
  const headers = ['Id', 'TOPIC', 'customer_name']
  expect(mapColumns(variables, headers, {}).map((value) => value?.from)).toEqual([
    column(2),
    column(1),
    column(0),
  ])
  const chosen = { tone: { kind: 'text' as const, text: 'warm' }, topic: column(0) }
  expect(mapColumns(variables, headers, chosen).map((value) => value?.from)).toEqual([
    column(2),
    column(0),
    { kind: 'text', text: 'warm' },
  ])
})

test('a chosen column that another table does not have is chosen again', () => {
  expect(mapColumns([{ name: 'topic' }], ['only'], { topic: column(4) })[0]?.from).toEqual(column(0))
  expect(mapColumns([{ name: 'topic' }], [], {})).toEqual([null])
})

test('values and tokens of a row', () => {
  const values = [
    { variable: 'a', from: column(1) },
    { variable: 'b', from: { kind: 'text' as const, text: 'four four four 4' } },
  ]
  expect([...valuesOfRow(values, ['x', 'y'])]).toEqual([
    ['a', 'y'],
    ['b', 'four four four 4'],
  ])
  expect(tokensOfRow(values, [{ tokensPerCell: 9 }, { tokensPerCell: 2.5 }])).toBe(6.5)
})
