import { expect, test } from 'vitest'
import { joinNeighbours } from './join-neighbours.ts'

const at = (fileId: string, ...positions: number[]) => positions.map((position) => ({ fileId, position }))

test('KB-06 adjacent passages are joined, the best first', () => {
  expect(joinNeighbours([...at('b', 7), ...at('a', 2, 1, 9), ...at('b', 8)])).toEqual([
    at('b', 7, 8),
    at('a', 1, 2),
    at('a', 9),
  ])
})

test('KB-06 a chapter full of hits is still cited in parts', () => {
  expect(joinNeighbours(at('a', 4, 3, 2, 1, 0)).map((run) => run.length)).toEqual([2, 3])
})
