import { Readable } from 'node:stream'
import { markdownOf, stateFromDocument, stateFromMarkdown } from '@atrium/canvas'
import { expect, test } from 'vitest'
import { applyUpdate, Doc } from 'yjs'
import { documentOfWord } from '../../../../../server/src/canvases/imports/document-of-word.ts'
import {
  readDocument,
  readWordDocument,
  type WordBlock,
} from '../../../../../../packages/documents/src/index.ts'
import { readZip } from '../zip/read-zip.ts'
import { markdownAsDocx } from './markdown-as-docx.ts'

/** The Markdown of a canvas with this state. */
function textOf(state: Uint8Array): string {
  const doc = new Doc()
  applyUpdate(doc, state)
  return markdownOf(doc)
}

/** A canvas as a Word document. */
const exported = (markdown: string): Promise<Blob> =>
  markdownAsDocx('Launch plan', textOf(stateFromMarkdown(markdown)))

/** The Markdown of the canvas that the import makes of an exported one. */
async function imported(markdown: string): Promise<string> {
  const bytes = Buffer.from(await (await exported(markdown)).arrayBuffer())
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  const blocks: WordBlock[] = []
  for await (const block of readWordDocument(file, { signal: new AbortController().signal }))
    blocks.push(block)
  return textOf(stateFromDocument(documentOfWord(blocks, 'Launch plan')))
}

/** What the reader of uploaded documents, which shares no code with the export, finds: headings as `## text`, rows as `a | b`. */
async function readBack(markdown: string): Promise<string[]> {
  const bytes = Buffer.from(await (await exported(markdown)).arrayBuffer())
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  const { signal } = new AbortController()
  const lines: string[] = []
  for await (const event of readDocument(file, 'docx', { signal, tesseract: null }))
    if (event.type === 'block') {
      const { kind, level = 0, text } = event.block
      lines.push(kind === 'heading' ? `${'#'.repeat(level)} ${text}` : text)
    }
  return lines
}

test.each([
  [
    'headings',
    '# Goals\n\n## Tasks\n\n### Owners\n\n#### Four\n\n##### Five\n\n###### Six',
    ['# Goals', '## Tasks', '### Owners', '#### Four', '##### Five', '###### Six'],
  ],
  [
    'lists',
    '- one\n  - inner\n- two\n\n3. three\n4. four',
    ['• one', '• inner', '• two', '• three', '• four'],
  ],
  ['tasks', '- [x] done\n- [ ] open\n  - [ ] below', ['☒ done', '☐ open', '☐ below']],
  [
    'tables',
    '| Wave | Farms |\n| --- | ---: |\n| 1 | **8** |\n| 2 | `21` and $n$ |',
    ['Wave | Farms', '1 | 8', '2 | 21 and n'],
  ],
  [
    'marks and links',
    'See **the** *new* ~~old~~ [site](https://tea.example/) `x < y`.',
    ['See the new old site x < y.'],
  ],
  [
    'code',
    '```go\nfunc main() {\n\tif a {\n    return "<&>"\n\t}\n}\n```',
    ['go', 'func main() {\n\tif a {\n    return "<&>"\n\t}\n}'],
  ],
  ['mathematics', 'So $a^2 + b_1$ holds.\n\n$$\n\\frac{a}{b}\n$$', ['So a^2 + b_1 holds.', '\\frac{a}{b}']],
  ['quotes and breaks', '> quoted\n>\n> twice\n\none\\\ntwo', ['quoted', 'twice', 'one\ntwo']],
  ['Arabic', '# خطة\n\n- مهمة أولى', ['# خطة', '• مهمة أولى']],
])('CANV-04 %s of a canvas survive its export as a Word document', async (_, markdown, lines) => {
  expect(await readBack(markdown)).toEqual(['# Launch plan', ...lines])
})

test('CANV-04 the Word document of a canvas keeps the targets of links, and numbers from the number of the list', async () => {
  const parts = await readZip(await exported('[site](https://tea.example/?a=1&b=2)\n\n3. three\n4. four'))
  const part = async (name: string) =>
    await (await parts.find((one) => one.name === name)?.unpack(1_000_000))?.text()
  expect(await part('word/_rels/document.xml.rels')).toContain('Target="https://tea.example/?a=1&amp;b=2"')
  expect(await part('word/numbering.xml')).toContain('<w:startOverride w:val="3"/>')
})

test.each([
  [
    'headings, emphasis, links and quotes',
    [
      '# Goals\n\n## Tasks\n\n### Owners\n\n#### Four',
      'a **b** *c* ~~d~~ `e < f` ***g*** **h *i* j** end',
      '[site](https://tea.example/?a=1&b=2) **[bold](mailto:kim@tea.example)**',
      'one  \ntwo\n\n---',
      '> quoted\n>\n> twice\n>\n> > inner\n\ntext\n\n> - a list\n> - in it',
      '1\\. no list, \\*no emphasis\\* and \\# no heading',
      '# خطة\n\n- مهمة أولى\n\nنص **غامق**',
    ],
  ],
  [
    'lists',
    [
      '- one\n  - inner\n    1. deep\n    2. deeper\n  - again\n- two\n\n3. three\n4. four\n   - below',
      '1. one\n2. two\n\ntext\n\n1. again\n2. and again',
      '- one\n\n  more of it\n\n  ```ts\n  const a = 1\n  ```\n\n- two',
      '- [x] done\n- [ ] open\n  - [ ] below\n  - [x] also\n- [ ] last',
      '- [ ] pack\n  - the lamp\n  - the cable',
    ],
  ],
  [
    'tables, code and mathematics',
    [
      '| Wave | Farms |\n| --- | --- |\n| 1 | **8** |\n| 2<br>and 3 | `21` and $n$ |',
      '| Wave |\n| --- |\n| 1 |',
      '```go\nfunc main() {\n\tif a {\n    return "<&>"\n\t}\n}\n```\n\n```\nplain\n\nlines\n```',
      'So $a^2 + b_1$ holds.\n\n$$\n\\frac{a}{b}\n$$',
    ],
  ],
])('%s of a canvas are the same after its Word document was imported', async (_, texts) => {
  const markdown = texts.join('\n\nand\n\n')
  expect(await imported(markdown)).toBe(textOf(stateFromMarkdown(markdown)))
})
