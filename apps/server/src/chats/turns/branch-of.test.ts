import { mintId, type TurnId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { branchEnd, branchTo } from './branch-of.ts'

const [first, second, third, edited, after] = Array.from({ length: 5 }, () => mintId('turn')) as [
  TurnId,
  TurnId,
  TurnId,
  TurnId,
  TurnId,
]
/** first → second → third, and first → edited → after, asked in this order. */
const turns = [
  { turnId: first, parentTurnId: null },
  { turnId: second, parentTurnId: first },
  { turnId: third, parentTurnId: second },
  { turnId: edited, parentTurnId: first },
  { turnId: after, parentTurnId: edited },
]

test('CHAT-05 a branch ends with the newest children of the last read turn', () => {
  expect(branchEnd(turns, second)).toBe(third)
  expect(branchEnd(turns, first)).toBe(after)
  expect(branchEnd(turns, null)).toBe(after)
  expect(branchEnd(turns, mintId('turn'))).toBe(after)
  expect(branchEnd([], null)).toBeNull()
})

test('CHAT-05 the end of a branch has no turn of another', () => {
  expect(branchTo(turns, third, 10)).toEqual([third, second, first])
  expect(branchTo(turns, after, 2)).toEqual([after, edited])
  expect(branchTo(turns, null, 2)).toEqual([])
})
