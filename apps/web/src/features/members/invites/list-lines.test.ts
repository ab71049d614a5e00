import { limits } from '@atrium/contract'
import { expect, test } from 'vitest'
import { linesOf, listProblem } from './list-lines.ts'

test('ACC-05 the lines of a list keep their numbers, with any line endings', () => {
  expect(linesOf('\nada@example.com\r\n\r\ngrace@example.com\rcharles@example.com\n\n')).toEqual([
    '',
    'ada@example.com',
    '',
    'grace@example.com',
    'charles@example.com',
  ])
})

test('ACC-05 long lines are truncated to the maximum length', () => {
  expect(linesOf('x'.repeat(10_000))).toEqual(['x'.repeat(500)])
})

test('ACC-05 an empty list and one with too many lines are reported before sending', () => {
  expect(listProblem(' \n \n')).toBe('empty')
  const most = 'ada@example.com\n'.repeat(limits.maxInviteLines)
  expect(listProblem(most)).toBeNull()
  expect(listProblem(`${most}grace@example.com`)).toBe('too-many')
})
