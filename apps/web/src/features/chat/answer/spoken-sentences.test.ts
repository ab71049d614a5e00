import { expect, test } from 'vitest'
import { readableUpTo } from './spoken-sentences.ts'

const readable = (markdown: string, from = 0) => markdown.slice(from, readableUpTo(markdown, from))

test.each([
  ['Tea is older. Coffee', 'Tea is older.'],
  ['Is **tea older?** It', 'Is **tea older?**'],
  ['Pi is 3.14', ''],
  ['Tea is older.', ''],
  ['茶更古老。咖啡', '茶更古老。'],
  ['الشاي أقدم؟ نعم', 'الشاي أقدم؟'],
  ['# Tea\n\nIt is', '# Tea\n\n'],
])('UI-02 of %o the whole sentences are read out', (written, expected) => {
  expect(readable(written)).toBe(expected)
})

test('UI-02 spoken text is not repeated, and code is not spoken while it streams', () => {
  expect(readable('One. Two. Thr', 4)).toBe(' Two.')
  expect(readable('So:\n\n```ts\nlet a. b\n\nlet c')).toBe('So:\n\n')
  expect(readable('So:\n\n```ts\nlet a\n```\n\nDone. And')).toBe('So:\n\n```ts\nlet a\n```\n\nDone.')
})
