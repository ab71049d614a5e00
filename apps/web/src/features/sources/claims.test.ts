import { expect, test } from 'vitest'
import { claimsOf } from './claims.ts'
import { supportingSentences } from './supporting-sentences.ts'

test('KB-06 sentences of an answer that cite a source are found, with the citation before or after the full stop', () => {
  const answer = 'Tea is old [1]. Coffee is younger. [2] Both are drunk hot [1, 3].\nMilk is cold.'
  expect(claimsOf(answer, 1)).toEqual(['Tea is old.', 'Both are drunk hot.'])
  expect(claimsOf(answer, 2)).toEqual(['Coffee is younger.'])
  expect(claimsOf(answer, 4)).toEqual([])
  expect(claimsOf('桥长二百一十四米。[1]它很旧。', 1)).toEqual(['桥长二百一十四米。'])
})

const passage =
  'The bridge was opened in 1874. It is 214 metres long and crosses the river in four spans. Trains pass it at night.'

test.each([
  ['It has a length of 214 metres.', ['It is 214 metres long and crosses the river in four spans.']],
  ['The bridge opened in 1874.', ['The bridge was opened in 1874.']],
  ['Elle a ouvert au public.', []],
  ['', []],
])('KB-06 for %o the passage has %o', (claim, expected) => {
  expect(supportingSentences(passage, [claim])).toEqual(expected)
})

test('KB-06 sentences of other scripts are compared by their words too', () => {
  expect(supportingSentences('前言在此。这座桥长二百一十四米。后记。', ['桥长二百一十四米。'])).toEqual([
    '这座桥长二百一十四米。',
  ])
  expect(
    supportingSentences('مقدمة قصيرة هنا. يبلغ طول الجسر ٢١٤ مترا. خاتمة.', ['طول الجسر ٢١٤ مترا.']),
  ).toEqual(['يبلغ طول الجسر ٢١٤ مترا.'])
})
