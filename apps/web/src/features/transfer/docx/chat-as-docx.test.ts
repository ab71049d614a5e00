import { expect, test } from 'vitest'
import { aChat, aTurn } from '../../../entities/turns/turn.fixture.ts'
import { readZip } from '../zip/read-zip.ts'
import { chatAsDocx } from './chat-as-docx.ts'

const words = {
  asked: 'Question',
  answeredBy: (modelName: string | null) => `Answer by ${modelName}`,
  picture: (name: string) => `Picture: ${name}`,
  unfinished: 'This answer was not completed.',
  when: (moment: string) => moment.slice(0, 10),
}

async function partsOf(answer: string, changes: Parameters<typeof aTurn>[0] = {}) {
  const turn = aTurn({ parts: [{ type: 'text', id: 't', text: answer }], ...changes })
  const files = await readZip(await chatAsDocx({ ...aChat([turn]), chatTitle: 'Why <tea> & 茶' }, words))
  const part = async (name: string) => {
    const file = files.find((one) => one.name === name)
    return file === undefined ? '' : await (await file.unpack(10_000_000)).text()
  }
  return {
    document: await part('word/document.xml'),
    footnotes: await part('word/footnotes.xml'),
    numbering: await part('word/numbering.xml'),
    styles: await part('word/styles.xml'),
    links: await part('word/_rels/document.xml.rels'),
  }
}
/** The paragraph around a text. */
const paragraphOf = (xml: string, text: string) =>
  xml.split(/(?=<w:p>|<w:p )/).find((paragraph) => paragraph.includes(`>${text}`)) ?? ''

test('CHAT-13 a Word document has the author and time of every message', async () => {
  const { document, styles } = await partsOf('Because.')
  expect(paragraphOf(document, 'Why &lt;tea&gt; &amp; 茶')).toContain('w:val="Title"')
  expect(paragraphOf(document, 'Question')).toMatch(/w:val="Heading2".*2026-11-21/)
  expect(paragraphOf(document, 'Answer by Model')).toContain('w:val="Heading2"')
  expect(document).toContain('Because.')
  expect(styles).toContain('w:eastAsia="Microsoft YaHei"')
})

test('CHAT-13 headings, emphasis, links, code and formulas keep their formatting', async () => {
  const { document, links } = await partsOf(
    '# Top\n\nSome **bold**, *leaning*, ~~gone~~ and `code` with $x^2$, see [tea](https://tea.example/a?b=1&c=2), [bad](javascript:alert(1)).\n\n```js\nlet a = 1\n  b()\n```\n\n```mermaid\ngraph TD\n```\n\n$$\n\\frac{a}{b}\n$$\n\n> quoted\n',
  )
  expect(paragraphOf(document, 'Top')).toContain('w:val="Heading3"')
  expect(document).toMatch(/<w:b\/>.*?>bold</s)
  expect(document).toMatch(/<w:i\/>.*?>leaning</s)
  expect(document).toMatch(/<w:strike\/>.*?>gone</s)
  expect(document).toMatch(/w:val="InlineCode".*?>code</s)
  expect(document).toMatch(/Cambria Math.*?>x\^2</s)
  expect(links).toContain('https://tea.example/a?b=1&amp;c=2')
  expect(links).not.toContain('javascript')
  expect(document).toContain('>bad<')
  expect(paragraphOf(document, 'let a = 1')).toContain('w:val="Code"')
  expect(paragraphOf(document, 'let a = 1')).toMatch(/<w:br\/>.*  b\(\)/)
  expect(paragraphOf(document, 'mermaid')).toContain('w:val="CodeLabel"')
  expect(paragraphOf(document, 'graph TD')).toContain('w:val="Code"')
  expect(paragraphOf(document, '\\frac{a}{b}')).toContain('w:val="Formula"')
  expect(paragraphOf(document, 'quoted')).toContain('w:val="Quote"')
})

test('CHAT-13 lists keep their depth, their numbers and their checkboxes', async () => {
  const { document, numbering } = await partsOf(
    '- one\n  - two\n    1. three\n\n7. seven\n8. eight\n\n- [x] done\n- [ ] open\n',
  )
  expect(paragraphOf(document, 'one')).toContain('<w:ilvl w:val="0"/>')
  expect(paragraphOf(document, 'two')).toContain('<w:ilvl w:val="1"/>')
  expect(paragraphOf(document, 'three')).toContain('<w:ilvl w:val="2"/>')
  expect(numbering).toContain('<w:start w:val="7"/>')
  const list = /<w:numId w:val="(\d+)"\/>/
  expect(list.exec(paragraphOf(document, 'seven'))?.[1]).toBe(list.exec(paragraphOf(document, 'eight'))?.[1])
  expect(document).toContain('☒ ')
  expect(document).toContain('☐ ')
})

test('CHAT-13 tables become tables, and notes footnotes', async () => {
  const { document, footnotes } = await partsOf(
    '| a | b |\n|:--|--:|\n| 1 | 2 |\n\nSee[^n].\n\n[^n]: A note[^n] with [a link][l].\n\n[l]: https://l.example\n',
  )
  expect(document.match(/<w:tr>|<w:tr /g)).toHaveLength(2)
  expect(document).toContain('<w:tblHeader')
  expect(paragraphOf(document, '2')).toContain('w:val="right"')
  expect(document).toContain('<w:footnoteReference w:id="1"/>')
  expect(footnotes).toContain('A note')
})

test('CHAT-13 Arabic is written from right to left, code in it from left to right', async () => {
  const { document } = await partsOf(
    'الشاي أقدم من `coffee` بكثير.\n\nTea first.\n\n| شاي | قهوة |\n|---|---|\n| ١ | ٢ |\n',
  )
  const arabic = paragraphOf(document, 'الشاي أقدم من ')
  expect(arabic).toContain('<w:bidi/>')
  expect(arabic).toContain('<w:rtl/>')
  expect(paragraphOf(document, 'Tea first.')).not.toContain('<w:bidi/>')
  expect(document).toContain('<w:bidiVisual/>')
})

test('CHAT-13 no text produces a document that cannot be opened', async () => {
  const { document } = await partsOf('a\u0001b <w:p> & "c" \uFFFE \uD800 d\n\n<script>alert(1)</script>\n', {
    state: 'stopped',
  })
  expect(document).not.toMatch(/[\u0000-\u0008\uFFFE]/)
  expect(document).toContain('&lt;script&gt;')
  expect(document).toContain('This answer was not completed.')
})
