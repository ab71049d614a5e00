import { applyUpdate, Doc, XmlElement } from 'yjs'
import { expect, test } from 'vitest'
import { countWords, documentOf, markdownOf, stateFromMarkdown } from './index.ts'

const through = (text: string) => {
  const doc = new Doc()
  applyUpdate(doc, stateFromMarkdown(text))
  return markdownOf(doc)
}

test.each([
  ['headings', '# One\n\n## Two\n\ntext'],
  ['marks', 'a **b** *c* ~~d~~ `e` [f](https://g.example)'],
  ['nested lists', '- a\n- b\n  - c\n\n1. one\n2. two'],
  ['task lists', '- [ ] to do\n- [x] done'],
  ['code', '```ts\nconst a = 1 < 2\n```'],
  ['quotes and rules', '> quoted\n\n---\n\nend'],
  [
    'formulas',
    'So $a_1 \\cdot b_2 < \\{c*d*e\\}$ holds.\n\n$$\n\\begin{matrix} a & b \\\\ c & d \\end{matrix}\n$$',
  ],
  ['formulas in lists and quotes', '- $x_1$\n  - $$y_1$$\n\n> $z_1 * z_2$'],
  ['prices and code', 'From $5 to $6, `$a_b$`.\n\n```\n$a_b$\n```'],
  ['Arabic', '# مرحبا\n\nنص **غامق**'],
])('CANV-01 a Markdown text with %s is the same after it was a canvas', (_name, text) => {
  expect(through(text)).toBe(text)
})

test('CANV-01 a table keeps its cells', () => {
  expect(through('| a | b |\n|---|---|\n| 1 | **2** |')).toMatch(
    /\| a +\| b +\|\n\| -+ \| -+ \|\n\| 1 +\| \*\*2\*\* +\|/,
  )
})

test('CANV-01 a formula keeps its source beside text that Markdown would read as marks', () => {
  const doc = new Doc()
  applyUpdate(doc, stateFromMarkdown('2 \\* 3 \\_ $a\\_b_1$ and *$c_1$*'))
  expect(documentOf(doc).content?.[0]?.content?.map(({ text }) => text)).toEqual([
    '2 * 3 _ $a\\_b_1$ and ',
    '$c_1$',
  ])
  expect(markdownOf(doc)).toBe('2 \\* 3 \\_ $a\\_b_1$ and *$c_1$*')
})

test('CANV-01 HTML stays text, and links that would run something are none', () => {
  const result = through(
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](data:text/html,z) ![p](https://t.example/p.png)',
  )
  expect(result).toContain('&lt;script&gt;')
  expect(result).not.toMatch(/\]\((javascript|data):/)
  expect(result).not.toContain('![')
})

test('CANV-01 an empty text is an empty canvas', () => {
  expect(through(' \n')).toBe('')
})

test.each([
  ['one two, three', 3],
  ['你好世界', 2],
  ['مرحبا بالعالم', 2],
  ['', 0],
])('CANV-01 counts the words of "%s"', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test('CANV-01 a text ends with a paragraph, as the editor wants it: opening a canvas does not change it', () => {
  const lastOf = (text: string) => {
    const doc = new Doc()
    applyUpdate(doc, stateFromMarkdown(text))
    const fragment = doc.getXmlFragment('default')
    const last = fragment.get(fragment.length - 1)
    return last instanceof XmlElement ? last.nodeName : null
  }
  for (const text of ['- [ ] to do', '# One', '```ts\na\n```', 'text']) expect(lastOf(text)).toBe('paragraph')
})
