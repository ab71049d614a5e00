import { expect, test } from 'vitest'
import { keywordsTogether } from './keywords-together.ts'

const values = new Map([
  ['moss', 3],
  ['fern', 2],
  ['roof', 4],
])

test.each([
  ['Moss fern roof', 4],
  ['A roof beside the fern, and fern on moss', 4],
  ['Moss and fern, moss and fern', 2],
  ['Moss on a roof', 0],
  [`Moss ${'grows '.repeat(4)} fern`, 0],
  ['Nothing of it', 0],
])('KB-06 neighboring keywords of a query that are close in “%s” are worth %d', (text, worth) => {
  expect(keywordsTogether(text, values)).toBe(worth)
})
