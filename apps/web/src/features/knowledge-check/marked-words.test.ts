import { expect, test } from 'vitest'
import { markedWords } from './marked-words.ts'

test.each([
  ['Tea and steam, a tea.', ['Tea', 'tea'], ['Tea', 'tea']],
  ['C++ (or c) costs $5.', ['C++', '$5'], ['C++', '$5']],
  ['绿茶的冲泡温度', ['绿茶', '温度'], ['绿茶', '温度']],
  ['Nothing here', [], []],
])('in %j the words %j are marked where they stand alone', (text, words, expected) => {
  const segments = markedWords(text, words)
  expect(segments.map((segment) => segment.text).join('')).toBe(text)
  expect(segments.filter(({ isHit }) => isHit).map((segment) => segment.text)).toEqual(expected)
})
