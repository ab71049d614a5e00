import type { TableRun } from '@atrium/contract'
import { expect, test } from 'vitest'
import { hasVariablesOf, shownVariables } from './table-variables.ts'

const table: TableRun = {
  ...{ fileId: 'file_1', of: 'room', table: 0, firstRow: 1, rowCount: 10, atOnce: 1, answerHeader: 'Answer' },
  values: [
    { variable: 'item', from: { kind: 'column', column: 0 } },
    { variable: 'tone', from: { kind: 'text', text: 'short' } },
  ],
}

test('JOB-03 the question of a repeated run over a table keeps exactly the variables that the table fills', () => {
  expect(hasVariablesOf('Describe #{item}# #{tone}#. #{item}# again.', table)).toBe(true)
  expect(hasVariablesOf('Describe #{item}#.', table)).toBe(false)
  expect(hasVariablesOf('Describe #{item}# #{tone}# #{other}#.', table)).toBe(false)
  expect(hasVariablesOf('No variable at all.', undefined)).toBe(true)
  expect(shownVariables(table)).toBe('#{item}# #{tone}#')
})
