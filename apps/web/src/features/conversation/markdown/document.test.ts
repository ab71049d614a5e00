import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupBlocks, joinTable, type BlockGroup } from './block.ts'
import { emptyDocument, readMarkdown, type MarkdownDocument } from './document.ts'
import { toHast } from './to-hast.ts'

const drawn = ({ settled, open, definitions }: MarkdownDocument) =>
  JSON.stringify(
    [...settled, ...open].flatMap((block) => toHast(block.nodes, definitions.values()).children),
    (key, value: unknown) => (key === 'position' ? undefined : value),
  )

const atOnce = (text: string) => drawn(readMarkdown(emptyDocument, text, true))

function byTheCharacter(text: string, step = 1): string {
  let document = emptyDocument
  for (let length = 0; length <= text.length; length += step)
    document = readMarkdown(document, text.slice(0, length), false)
  return drawn(readMarkdown(document, text, true))
}

const texts = [
  '1. a\n\n2. b\n\n3. c',
  '- a\n--\n- b\n---\n',
  'para\n2\n===\n\n2. x',
  '[foo] and [bar][]\n\ntext\n\n[foo]: https://a.example\n[bar]: <https://b.example> "t"\n',
  'a[^1]\n\nb[^x y]\n\n[^1]: note\n    more\n\n[^2]: other',
  '```js\ncode\n\n```\n~~~\nopen\n',
  '````md\n```\n````\nafter',
  '``` a`b\nx',
  '> quote\nlazy\n\n> other\n',
  '| a |\n|---|\n| 1 |\n\n| b |\n',
  '$$\nx\n$$\n\n\\[ y \\]\n\n\\(z\\) $a$ $5 and $6',
  '# h\n\n    code\n\n\tmore\n',
  '<div>\n*x*\n\n</div>\n',
  'a\r\n\r\nb\r\n- c\r\n',
  '[a]: x\n[a]: y\n\n[a]\n',
  '- [ ] todo\n- [x] done\n\n  para\n',
  '*a\n\nb*',
  'www.example.com. https://x.example/a_b_c, a@b.example',
]

test.each(texts)('CHAT-06 X05 %j reads the same by the character as at once', (text) => {
  expect(byTheCharacter(text)).toBe(atOnce(text))
})

const fixtures = new URL('../../../../../../../shared/fixtures/conformance/markdown/', import.meta.url)
const present = existsSync(fixtures)

test.skipIf(!present)(
  'CHAT-06 X05 every example of CommonMark and GitHub reads the same by the character as at once (skipped without the shared fixtures)',
  () => {
    const examples = ['commonmark-spec.json', 'gfm-extensions.json'].flatMap(
      (file) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) as { markdown: string }[],
    )
    const different = examples.filter(({ markdown }) => byTheCharacter(markdown) !== atOnce(markdown))
    expect(different.map(({ markdown }) => markdown)).toEqual([])
    const all = examples
      .filter(({ markdown }) => !/^ {0,3}<|\[/mu.test(markdown))
      .map(({ markdown }) => markdown)
      .join('\n\n')
    expect(byTheCharacter(all, 137)).toBe(atOnce(all))
  },
  180_000,
)

test('CHAT-06 a settled block is read once and stays the same object', () => {
  const first = readMarkdown(emptyDocument, 'one\n\ntwo\n\nthr', false)
  const second = readMarkdown(first, 'one\n\ntwo\n\nthree', false)
  expect(first.settled).toHaveLength(1)
  expect(second.settled[0]).toBe(first.settled[0])
  expect(readMarkdown(second, 'one\n\ntwo\n\nthree\n\nfour\n', false).settled).toHaveLength(3)
})

test('CHAT-06 half-written emphasis and links show as they will close', () => {
  expect(drawn(readMarkdown(emptyDocument, 'so **very', false))).toContain('"strong"')
  expect(drawn(readMarkdown(emptyDocument, 'see [the pa', false))).not.toContain('[the')
})

test('CHAT-06 a text that is replaced, not continued, is parsed again', () => {
  const before = readMarkdown(emptyDocument, 'one\n\ntwo\n\n', false)
  expect(drawn(readMarkdown(before, 'other\n\ntwo', true))).toBe(atOnce('other\n\ntwo'))
  const list = readMarkdown(emptyDocument, '- one\n\n two\n', true)
  expect(drawn(readMarkdown(list, '- one\n\n  two\n', true))).toBe(atOnce('- one\n\n  two\n'))
})

const monsters: [string, string][] = [
  ['opening brackets', `${'['.repeat(10_000)}x${']'.repeat(10_000)}`],
  ['opening formulas', '\\('.repeat(10_000)],
  ['narrow table rows', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(3000)}`],
  ['images that do not close', '![a]('.repeat(4000)],
  ['quotes', '>'.repeat(20_000)],
]

// Failures take minutes, not milliseconds: the test's timeout is the measure.
test.each(monsters)(
  'L11 many %s are read in parts of a bounded size',
  (_, text) => {
    let document = emptyDocument
    do document = readMarkdown(document, text, true, 0)
    while (!document.finished)
    const blocks = [...document.settled, ...document.open]
    expect(Math.max(...blocks.map(({ source }) => source.length))).toBeLessThanOrEqual(12_100)
    expect(document.settledTo + (document.open[0]?.source.length ?? 0)).toBeGreaterThanOrEqual(
      text.trimEnd().length,
    )
  },
  60_000,
)

test('L11 the pieces of a long table are one table under one head, by the character too', () => {
  const text = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(700)}\nafter`
  const { settled, open } = readMarkdown(emptyDocument, text, true)
  const [table, paragraph, ...others] = groupBlocks([...settled, ...open])
  expect(table?.more.length).toBeGreaterThan(10)
  expect(paragraph?.block.nodes[0]?.type).toBe('paragraph')
  expect(others).toEqual([])
  const { nodes } = joinTable(table as BlockGroup)
  expect(nodes.map((node) => node.type === 'table' && node.children.length)).toEqual([701])
  expect(byTheCharacter(text, 531)).toBe(atOnce(text))
}, 60_000)

test('L11 lists within lists end at a depth that can be drawn, and lists beside each other do not', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')
  const listsIn = (text: string) => atOnce(text).match(/"tagName":"ul"/gu)?.length
  expect(listsIn(nested(12))).toBe(12)
  expect(listsIn(nested(60))).toBe(12)
  expect(atOnce('- x\n  - y\n'.repeat(60)).match(/"tagName":"li"/gu)).toHaveLength(120)
})
