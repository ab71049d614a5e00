import type { ElementContent, Root, RootContent } from 'hast'
import { expect, test } from 'vitest'
import { emptyDocument, readMarkdown, type MarkdownDocument } from './document.ts'
import { toHast } from './to-hast.ts'

/** The visible letters, without rendered footnotes, formulas and code. */
function shownText(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.data?.part)
    return node.data.part.part === 'table' ? shownText(node.data.part.table) : ''
  return 'children' in node ? node.children.map((child) => shownText(child)).join('') : ''
}

const shown = ({ settled, open }: MarkdownDocument) =>
  [...settled, ...open].map(({ nodes }) => shownText(toHast(nodes, []))).join('\n')

/** The visible text after each character. */
function growing(text: string): string[] {
  let document = emptyDocument
  return Array.from(text, (_, at) => {
    document = readMarkdown(document, text.slice(0, at + 1), false)
    return shown(document)
  })
}

test.each([
  ['emphasis', 'It is **bold**, *so* and ~~gone~~ now.', /[*~]/u],
  ['footnotes', 'Known[^1] and[^note-2] more.\n\n[^1]: First.\n', /[[\]^]/u],
  ['citations', 'So it is [1], and [1, 2] say it.', /\[\d*,?\s?\d*$/u],
  ['tables', 'See:\n\n| a | **b** |\n|:--|---|\n| 1 | 2 |\n| 3 | 4 |\n', /[|*-]/u],
  ['lists', 'So:\n\n* one\n* two\n\n- [ ] three\n- [x] four\n\n1. five\n', /[*[\]\d-]/u],
  ['headings and quotes', '## Title\n\n> quoted\n\n### More\n', /[#>]/u],
  ['formulas', 'With \\(a^2\\) and \\[b_3\\] there.', /[\\^_]/u],
  ['code', 'Call `run()` now.\n\n```js\nx\n```\n', /`/u],
])('CHAT-06 the marks of %s never show while they are written', (_, text, mark) => {
  expect(growing(text).filter((state) => mark.test(state))).toEqual([])
})

test.each(['5 * 3 = 15', 'a * b * c', 'AT&T', 'if a < b then', 'x [^ y] z', 'a\\b', '[1'])(
  'CHAT-06 %j, in which nothing is marked, shows in the end as it is written',
  (text) => {
    expect(shown(readMarkdown(emptyDocument, text, true)).trim()).toBe(text.replaceAll(/\\(?=\W)/gu, ''))
  },
)

test('CHAT-06 text held back for too long is rendered as is', () => {
  const held = readMarkdown(emptyDocument, 'so *', false)
  expect(held.heldFrom).toBe(3)
  expect(shown(held)).not.toContain('*')
  const released = readMarkdown(held, 'so *', false, Infinity, held.heldFrom)
  expect(shown(released)).toContain('*')
})

test('CHAT-06 a footnote that is never written shows in the end as it is written', () => {
  expect(shown(readMarkdown(emptyDocument, 'Known[^1].', false))).toBe('Known.')
  expect(shown(readMarkdown(emptyDocument, 'Known[^1].', true))).toBe('Known[^1].')
})
