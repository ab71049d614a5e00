import type { TablePart } from '@atrium/contract'
import { expect, test } from 'vitest'
import { checkSupport } from '../sources/check-support.ts'
import { numbersOfTables } from './numbers-of-tables.ts'

const table = (rows: TablePart['rows'], more: Partial<TablePart> = {}): TablePart => ({
  type: 'table',
  id: 'table-1',
  number: 1,
  title: '',
  sql: '',
  state: 'done',
  problem: null,
  detail: '',
  files: [],
  columns: [],
  rows,
  rowCount: 42,
  durationMs: 1,
  isHidden: false,
  unsupported: null,
  ...more,
})
const unsupported = (answer: string, tables: TablePart[]) =>
  checkSupport({ answer, question: 'And in 2019?', sources: new Map(), isKnown: numbersOfTables(tables) })

test.each([
  ['as it is', 'It is 1234.5678.'],
  ['rounded', 'It is 1,234.57 or 1235.'],
  ['with a decimal comma', 'Es sind 1.234,57.'],
  ['with spaces', 'C’est 1 234,6.'],
  ['negative', 'It fell by 77.'],
  ['of a date in a result', 'On 5 January 2026 it was most.'],
  ['of rows', 'There are 42 rows.'],
  ['of the question', 'As in 2019.'],
  ['small counts', 'There are 3 reasons.'],
])('ANS-05 a number of an answer is supported: %s', (_, answer) => {
  expect(unsupported(answer, [table([[1234.5678, -77, '2026-01-05']])])).toEqual([])
})

test.each([
  ['in no result', 'It is 1236.'],
  ['rounded wrongly', 'It is 1,234.56.'],
  ['of another size', 'It is 12345.678.'],
])('ANS-05 a number of an answer is not supported: %s', (_, answer) => {
  expect(unsupported(answer, [table([[1234.5678]])])).toEqual([answer])
})

test('ANS-05 results of failed queries support nothing', () => {
  expect(unsupported('It is 55.', [table([[55]], { state: 'failed' })])).toEqual(['It is 55.'])
})
