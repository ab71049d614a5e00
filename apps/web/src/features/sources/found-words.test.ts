import { expect, test } from 'vitest'
import { rangesOf } from './found-words.ts'

const found = (text: string, words: string) =>
  rangesOf(text, words).map(({ start, end }) => text.slice(start, end))

test('KB-06 search ignores case, accents and spaces', () => {
  expect(found('Phở bò, pho BO and phobia', 'pho bo')).toEqual(['Phở bò', 'pho BO'])
  expect(found('Đường phố', 'duong')).toEqual(['Đường'])
  expect(found('يبلغ طول الجسر', 'طول')).toEqual(['طول'])
  expect(found('这座桥长二百米。', '桥长')).toEqual(['桥长'])
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa'])
  expect(found('Tea', '…')).toEqual([])
})
