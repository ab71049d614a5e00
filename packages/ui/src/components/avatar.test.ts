import { expect, test } from 'vitest'
import { contrast } from '../contrast.ts'
import { tintOf } from './avatar.tsx'

test('UI-02 the initials of an avatar can be read on its ground, by day and by night', () => {
  const tints = new Map(
    Array.from({ length: 200 }, (_, number) => tintOf(`Person ${number}`)).map((tint) => [tint[0], tint]),
  )
  expect(tints.size).toBe(8)
  for (const [ground, letter] of tints.values())
    expect(contrast(ground, letter), ground).toBeGreaterThanOrEqual(4.5)
})
