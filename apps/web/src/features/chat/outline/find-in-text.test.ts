import { expect, test } from 'vitest'
import { findInText } from './find-in-text.ts'

const found = (text: string, query: string) =>
  findInText(text, query).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Tea, tea and TEA', 'tea', ['Tea', 'tea', 'TEA']],
  ['Thé noir et thé vert', 'the', ['Thé', 'thé']],
  ['Điện thoại', 'dien', []],
  ['Trà sữa', 'tra sua', ['Trà sữa']],
  ['two\n  words', 'two words', ['two\n  words']],
  ['ﬁne ﬁsh', 'fi', ['ﬁ', 'ﬁ']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['茶和咖啡，茶', '茶', ['茶', '茶']],
  ['شَاي', 'شاي', ['شَاي']],
  ['🍵 tea 🍵', '🍵', ['🍵', '🍵']],
  ['a.b', 'a.b', ['a.b']],
  ['nothing', '   ', []],
])('CHAT in %o, %o finds %o', (text, query, expected) => {
  expect(found(text, query)).toEqual(expected)
})
