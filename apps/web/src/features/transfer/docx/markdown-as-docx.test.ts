import { expect, test } from 'vitest'
import { readZip } from '../zip/read-zip.ts'
import { markdownAsDocx } from './markdown-as-docx.ts'

async function partOf(file: Blob, name: string): Promise<string> {
  const part = (await readZip(file)).find((one) => one.name === name)
  return part === undefined ? '' : await (await part.unpack(10_000_000)).text()
}
/** The paragraph around a text. */
const paragraphOf = (xml: string, text: string) =>
  xml.split(/(?=<w:p>|<w:p )/).find((paragraph) => paragraph.includes(`>${text}`)) ?? ''

test('CANV-04 a canvas as a Word document has its title, headings, lists, tasks, table, code and links', async () => {
  const file = await markdownAsDocx(
    'Launch & plan',
    '# Goals\n\nSee **the** [site](https://tea.example/).\n\n## Tasks\n\n- [x] done\n- [ ] open\n\n1. first\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```ts\nconst a = 1\n```\n\n> quoted',
  )
  const document = await partOf(file, 'word/document.xml')
  expect(paragraphOf(document, 'Launch &amp; plan')).toContain('w:val="Title"')
  expect(paragraphOf(document, 'Goals')).toContain('w:val="Heading1"')
  expect(paragraphOf(document, 'Tasks')).toContain('w:val="Heading2"')
  expect(document).toMatch(/<w:b\/>.*?>the</s)
  expect(document).toContain('☒ ')
  expect(document).toContain('☐ ')
  expect(document.match(/<w:tr>|<w:tr /g)).toHaveLength(2)
  expect(paragraphOf(document, 'const a = 1')).toContain('w:val="Code"')
  expect(paragraphOf(document, 'quoted')).toContain('w:val="Quote"')
  expect(await partOf(file, 'word/_rels/document.xml.rels')).toContain('https://tea.example/')
})

test('CANV-04 an Arabic canvas is written from right to left, and an empty one opens', async () => {
  expect(await partOf(await markdownAsDocx('خطة', 'نص بالعربية'), 'word/document.xml')).toContain('<w:bidi/>')
  expect(await partOf(await markdownAsDocx('Empty', ''), 'word/document.xml')).toContain('>Empty<')
})

test('CANV-04 a picture of a canvas is in its Word document, as wide as the page at most, with its description', async () => {
  const bytes = new Uint8Array([137, 80, 78, 71])
  const pictures = new Map([['file_1', { type: 'png', bytes, width: 1200, height: 600 } as const]])
  const file = await markdownAsDocx('Plan', '![A boat](file_1 "1200x600")\n\n![gone](file_2)', pictures)
  const document = await partOf(file, 'word/document.xml')
  expect(document).toContain('descr="A boat"')
  // In English Metric Units, 9,525 to a pixel.
  expect(document).toContain(`cx="${600 * 9_525}" cy="${300 * 9_525}"`)
  expect(document).toContain('>gone<')
  expect((await readZip(file)).filter(({ name }) => name.startsWith('word/media/'))).toHaveLength(1)
})
