import { expect, test } from 'vitest'
import { plainOfMarkdown } from './plain-text.ts'

test.each([
  ['# Tea\n\nIt is **old** and *warm*.', 'Tea It is old and warm.'],
  ['- one\n- two\n  1. three\n- [x] done', 'one two three done'],
  ['> quoted\n> more', 'quoted more'],
  ['| Kind | Minutes |\n|---|---:|\n| green | 2 |', 'Kind Minutes green 2'],
  ['See [the list](https://tea.example/kinds) and ![a cup](cup.png).', 'See the list and a cup.'],
  ['It is old [1], very old.[2, 3]', 'It is old, very old.'],
  ['```ts\nconst snake_case = a[0] * 2\n```', 'const snake_case = a * 2'],
  ['call `steep()` ~~twice~~ __now__ _please_', 'call steep() twice now please'],
  ['2 * 3 = 6 and file_name_here', '2 * 3 = 6 and file_name_here'],
  ['---\n\n***\n', ''],
  ['**茶**很*古老*。', '茶很古老。'],
  ['## **الشاي**', 'الشاي'],
])('HIST-04 %o becomes %o', (markdown, expected) => {
  expect(plainOfMarkdown(markdown)).toBe(expected)
})

test('HIST-04 repeated markup is parsed in linear time', () => {
  for (const mark of ['[', '*', '_', '`', '|', '>', '[](', '![a](', '**a', '[1', '- ']) {
    const before = performance.now()
    plainOfMarkdown(mark.repeat(100_000))
    const small = performance.now() - before
    const again = performance.now()
    plainOfMarkdown(mark.repeat(400_000))
    expect(performance.now() - again, mark).toBeLessThan(16 * small + 500)
  }
})
