import { expect, test } from 'vitest'
import { improbabilityOf } from './chance.ts'
import { keywordsTogether } from './keywords-together.ts'

const values = new Map([
  ['moss', 3],
  ['fern', 2],
  ['roof', 4],
])

test('KB-06 keywords in one sentence score together, once each, and higher side by side in query order', () => {
  expect(keywordsTogether('Moss on a fern, moss on another fern.', values)).toEqual({
    inWindow: 5,
    sideBySide: 0,
  })
  expect(keywordsTogether(`Moss ${'grows '.repeat(20)} roof`, values)).toEqual({ inWindow: 4, sideBySide: 0 })
  expect(keywordsTogether('A moss fern roof', values)).toEqual({ inWindow: 9, sideBySide: 11 })
  expect(keywordsTogether('A roof fern moss', values)).toEqual({ inWindow: 9, sideBySide: 0 })
  expect(keywordsTogether('Nothing of it', values)).toEqual({ inWindow: 0, sideBySide: 0 })
})

test('KB-06 expected matches are not improbable; a few of many keywords match by chance', () => {
  const words = (count: number) =>
    Array.from({ length: count }, () => ({ probability: 0.1, weight: -Math.log(0.1) }))
  const ofTwo = -2 * Math.log(0.1)
  expect(improbabilityOf(words(40), ofTwo)).toBe(0)
  const [fewAsked, manyAsked] = [improbabilityOf(words(3), ofTwo), improbabilityOf(words(12), ofTwo)]
  expect(fewAsked).toBeGreaterThan(manyAsked)
  // All of them: as improbable as the co-occurrence of independent words.
  expect(improbabilityOf(words(3), -3 * Math.log(0.1))).toBeCloseTo(-3 * Math.log(0.1), 2)
})
