import { limits } from '@atrium/contract'
import { expect, test } from 'vitest'
import { linesOf, listProblem } from './list-lines.ts'

test('ACC-05 the lines of a list keep their numbers, whatever system they were copied from', () => {
  expect(linesOf('\nada@example.com\r\n\r\ngrace@example.com\rcharles@example.com\n\n')).toEqual([
    '',
    'ada@example.com',
    '',
    'grace@example.com',
    'charles@example.com',
  ])
})

test('ACC-05 a line of any length is cut to what can be sent', () => {
  expect(linesOf('x'.repeat(10_000))).toEqual(['x'.repeat(500)])
})

test('ACC-05 a list without a line and one with too many are told before anything is sent', () => {
  expect(listProblem(' \n \n')).toBe('empty')
  const most = 'ada@example.com\n'.repeat(limits.maxInviteLines)
  expect(listProblem(most)).toBeNull()
  expect(listProblem(`${most}grace@example.com`)).toBe('too-many')
})
