import type { InviteLine, InviteLineOutcome } from '@atrium/contract'
import { expect, test } from 'vitest'
import { isFine, isRight, textOfSkipped, problemsFirst } from './invite-outcomes.ts'

const line = (number: number, text: string, outcome: InviteLineOutcome): InviteLine => ({
  line: number,
  text,
  email: null,
  role: null,
  outcome,
})
const lines = [
  line(1, 'Name, Email', 'heading'),
  line(2, 'ada@example.com', 'valid'),
  line(3, 'nobody', 'not-an-address'),
  line(4, 'grace@example.com', 'invited'),
  line(6, 'ada@example.com', 'twice-in-list'),
]

test('ACC-05 lines that need a look come first, in the order of the list', () => {
  expect(problemsFirst(lines).map((one) => one.line)).toEqual([3, 6, 1, 2, 4])
})

test('ACC-05 a heading is neither right nor wrong', () => {
  expect(lines.filter(isRight).map((one) => one.line)).toEqual([2, 4])
  expect(lines.filter((one) => !isFine(one)).map((one) => one.line)).toEqual([3, 6])
})

test('ACC-05 skipped lines become a list to correct', () => {
  expect(textOfSkipped(lines)).toBe('nobody\nada@example.com')
  expect(textOfSkipped([line(1, 'ada@example.com', 'valid')])).toBe('')
})
