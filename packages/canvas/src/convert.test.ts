import type { JSONContent } from '@tiptap/core'
import { applyUpdate, Doc, XmlElement } from 'yjs'
import { expect, test } from 'vitest'
import {
  countWords,
  documentOf,
  formulaText,
  markdownOf,
  markdownOfDocument,
  pictureOf,
  readFormula,
  stateFromMarkdown,
  tidySource,
} from './index.ts'

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
  ['a formula in a table', '| a     | b   |\n| ----- | --- |\n| $\\|x\\|$ | 2   |'],
  ['formulas that touch', 'So \\(a\\)$b$, \\(c\\)5 and \\$5 or **bold $d*e$ bold**.'],
  ['prices and code', 'From $5 to $6, `$a_b$`.\n\n```\n$a_b$\n```'],
  ['pictures', 'one\n\n![A \\*plan\\* \\[2\\]](file_01-a "640x480")\n\n![](file_01-b)\n\ntwo'],
  ['a picture in a list', '- a\n  ![b](file_1 "2x2")'],
  ['Arabic', '# مرحبا\n\nنص **غامق**'],
])('CANV-04 a Markdown text with %s is the same after it was a canvas', (_name, text) => {
  expect(through(text)).toBe(text)
})

test('CANV-04 a table keeps its cells', () => {
  expect(through('| a | b |\n|---|---|\n| 1 | **2** |')).toMatch(
    /\| a +\| b +\|\n\| -+ \| -+ \|\n\| 1 +\| \*\*2\*\* +\|/,
  )
})

test.each([
  ['a text', [{ type: 'text', text: 'a|b \\|' }]],
  ['code', [{ type: 'text', text: 'a|b || c', marks: [{ type: 'code' }] }]],
  ['marked text', [{ type: 'text', text: '|', marks: [{ type: 'bold' }] }]],
  ['a formula', [{ type: 'formula', attrs: { source: '|x|\\\\|y', isDisplay: false } }]],
])('CANV-04 a bar in %s of a cell is the same after it was Markdown', (_name, content: JSONContent[]) => {
  const cell = (type: string, inside: JSONContent[]) => ({
    type,
    content: [{ type: 'paragraph', content: inside }],
  })
  const row = (type: string) => ({
    type: 'tableRow',
    content: [cell(type, content), cell(type, [{ type: 'text', text: 'next' }])],
  })
  const table = { type: 'table', content: [row('tableHeader'), row('tableCell')] }
  const text = markdownOfDocument({ type: 'doc', content: [table] })
  expect(text.split('\n')[0]?.match(/(?<!\\)\|/gu)).toHaveLength(3)
  const doc = new Doc()
  applyUpdate(doc, stateFromMarkdown(text))
  expect(documentOf(doc).content?.[0]).toMatchObject(table)
  expect(markdownOf(doc)).toBe(text)
})

test('CANV-04 a bar after a backslash in code or a formula, or in a link, ends no cell', () => {
  const content = [
    { type: 'text', text: 'a\\|b', marks: [{ type: 'code' }] },
    { type: 'formula', attrs: { source: '\\|x', isDisplay: false } },
    { type: 'text', text: 'site', marks: [{ type: 'link', attrs: { href: 'https://t.example/a|b' } }] },
  ].map((inside) => ({
    type: 'tableHeader',
    content: [{ type: 'paragraph', content: [inside] }],
  }))
  const table = { type: 'table', content: [{ type: 'tableRow', content }] }
  const text = markdownOfDocument({ type: 'doc', content: [table] })
  expect(text.split('\n')[0]).toMatch(
    /^\| `a\\`\\\|`b` +\| \$\\Vert x\$ +\| \[site\]\(https:\/\/t\.example\/a%7Cb\) +\|$/,
  )
  expect(through(text)).toBe(text)
})

const inFirst = (text: string) => {
  const doc = new Doc()
  applyUpdate(doc, stateFromMarkdown(text))
  return documentOf(doc).content?.[0]?.content?.map(({ text, attrs }) => text ?? attrs)
}

test.each([
  ['2 \\* 3 \\_ $a\\_b_1$ and', ['2 * 3 _ ', { source: 'a\\_b_1', isDisplay: false }, ' and']],
  ['$$\na\n\n- b\n$$', [{ source: 'a\n- b', isDisplay: true }]],
  ['as \\(x_1\\) and', ['as ', { source: 'x_1', isDisplay: false }, ' and']],
  ['\\[ E = mc^2 \\]', [{ source: 'E = mc^2', isDisplay: true }]],
  ['\\[TODO\\] \\[x = 1\\]', ['[TODO] [x = 1]']],
  ['$5 and $6, $5/$6, US$5-$6', ['$5 and $6, $5/$6, US$5-$6']],
  ['$\\text{5 \\$}$', [{ source: '\\text{5 \\$}', isDisplay: false }]],
])('the formulas of %j are nodes', (text, content) => {
  expect(inFirst(text)).toEqual(content)
})

test('formulas that are text in an older canvas stay text, and keep their source', () => {
  const texts = ['2 * 3 _ $a\\_b_1$ and ', '$c_1$']
  const content = texts.map((text, index) => ({
    type: 'text',
    text,
    ...(index === 1 && { marks: [{ type: 'italic' }] }),
  }))
  expect(markdownOfDocument({ type: 'doc', content: [{ type: 'paragraph', content }] })).toBe(
    '2 \\* 3 \\_ $a\\_b_1$ and *$c_1$*',
  )
})

test.each([
  ['braces', '{'.repeat(10_000)],
  ['escaped dollars', '$' + '\\$'.repeat(10_000)],
  ['open formulas', '$x '.repeat(10_000)],
  ['open brackets', '\\[ '.repeat(10_000)],
  ['backslashes', '\\'.repeat(20_000)],
])('D05 %s of a hostile text are read within a moment', (_name, text) => {
  const from = performance.now()
  through(`$${text}$\n\n$$${text}$$`)
  expect(performance.now() - from).toBeLessThan(3_000)
})

test.each([
  ['two lines in a line', 'a\nb ', false, 'a b'],
  ['an empty line', 'a\n\n\u0000b', true, 'a\nb'],
  ['a dollar', '5$', false, '5\\$'],
  ['a backtick and an open command', '`a\\', false, '\\lq a'],
  ['a new line of TeX', 'a\\\\', false, 'a\\\\'],
  ['6,000 characters', 'x'.repeat(6_000), false, 'x'.repeat(5_000)],
])('CANV-04 a source with %s is stored so that Markdown keeps it', (_name, source, isDisplay, stored) => {
  expect(tidySource(source, isDisplay)).toBe(stored)
  expect(readFormula(formulaText({ source: stored, isDisplay }))).toEqual({ source: stored, isDisplay })
})

test.each([
  ['see ![a *plan*](https://t.example/p.png "x") here', 'see [a \\*plan\\*](https://t.example/p.png) here'],
  ['![](https://t.example/p.png)', '[https://t.example/p.png](https://t.example/p.png)'],
  ['![p](data:image/png;base64,AAAA)', 'p'],
  ['![p](javascript:alert)', 'p'],
  ['see ![p](file_1) here', 'see p here'],
])('L01 X01 %j is no picture: an image of another site becomes a link', (text, result) => {
  expect(through(text)).toBe(result)
})

test('of a picture that a modified client wrote, only what one has is read', () => {
  const hostile = { fileId: '../x', alt: '\u0000a\n\uD800', width: 1e9, height: 'x' }
  expect(pictureOf(hostile)).toEqual({ fileId: '', alt: 'a \uFFFD', width: 0, height: 0 })
  expect(pictureOf({ ...hostile, fileId: 'file_1', alt: 'y'.repeat(900) }).alt).toHaveLength(500)
})

test('X01 HTML stays text, and links that would run something are none', () => {
  const result = through(
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](data:text/html,z) ![p](https://t.example/p.png)',
  )
  expect(result).toContain('&lt;script&gt;')
  expect(result).not.toMatch(/\]\((javascript|data):/)
  expect(result).not.toContain('![')
})

test('an empty text is an empty canvas', () => {
  expect(through(' \n')).toBe('')
})

test.each([
  ['one two, three', 3],
  ['你好世界', 2],
  ['مرحبا بالعالم', 2],
  ['', 0],
])('counts the words of "%s"', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test('a text ends with a paragraph, as the editor wants it: opening a canvas does not change it', () => {
  const lastOf = (text: string) => {
    const doc = new Doc()
    applyUpdate(doc, stateFromMarkdown(text))
    const fragment = doc.getXmlFragment('default')
    const last = fragment.get(fragment.length - 1)
    return last instanceof XmlElement ? last.nodeName : null
  }
  for (const text of ['- [ ] to do', '# One', '```ts\na\n```', 'text']) expect(lastOf(text)).toBe('paragraph')
})
