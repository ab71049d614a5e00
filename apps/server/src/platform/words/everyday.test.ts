import { expect, test } from 'vitest'
import { readSurprise } from './everyday.ts'
import { readWords } from './read-words.ts'

const surprise = await readSurprise()
const ofWord = (word: string) => Math.max(...[...readWords(word)].map(({ stem }) => surprise(stem)))

test.each([
  ['year', 'broncos'],
  ['temps', 'phishing'],
  ['thời gian', 'vi khuẩn lam'],
  ['时间', '量子'],
  ['الوقت', 'المستضد'],
])('KB-06 “%s” is everyday language, and less informative than “%s”', (everyday, rare) => {
  expect(ofWord(everyday)).toBeLessThan(3.5)
  expect(ofWord(rare)).toBeGreaterThan(ofWord(everyday) + 1.5)
})

test('KB-06 a word that is in no list is the most specific', () => {
  expect(surprise('xylopharq')).toBeCloseTo(7.6, 1)
})
