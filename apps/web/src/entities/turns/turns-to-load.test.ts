import { expect, test } from 'vitest'
import { aTurn } from './turn.fixture.ts'
import { asListed, type BranchStep } from './turn-tree.ts'
import { turnsToLoad } from './turns-to-load.ts'

/** A branch of turns, of which the last ones are loaded. */
const branch = (count: number, whole: number): BranchStep[] =>
  Array.from({ length: count }, (_, index) => {
    const listed = asListed(aTurn({ position: index + 1 }))
    return {
      ...listed,
      ...(index < count - whole && { turn: null }),
      questions: null,
      answers: null,
      compared: null,
    }
  })
const load = (path: BranchStep[], from: number, to: number) => {
  const found = turnsToLoad(
    path,
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
  return found && [path.findIndex(({ outline }) => outline.turnId === found.last), found.count]
}

test('nothing is loaded while all turns near the viewport are loaded', () => {
  expect(load(branch(10, 10), 0, 9)).toBeNull()
  expect(load(branch(100, 30), 95, 99)).toBeNull()
})

test('older turns are loaded before they are reached', () => {
  expect(load(branch(100, 30), 78, 84)).toEqual([69, 42])
  expect(load(branch(40, 30), 12, 18)).toEqual([9, 10])
})

test('after a jump the turns on screen come first', () => {
  expect(load(branch(1000, 30), 500, 505)).toEqual([517, 42])
  expect(load(branch(1000, 30), 0, 4)).toEqual([16, 17])
})

test('keeping the last turn rendered does not render all turns between it and the window', () => {
  expect(turnsToLoad(branch(1000, 30), [10, 11, 999])?.count).toBe(24)
})
