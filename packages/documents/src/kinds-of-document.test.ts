import { describe, expect, test } from 'vitest'
import { docxOf, outcomeOf, relationsPart, textOf, zipOf } from './testing/documents-for-tests.ts'

const blocksOf = async (...[bytes, ending]: Parameters<typeof outcomeOf>) =>
  (await outcomeOf(bytes, ending)).blocks
const said = async (...given: Parameters<typeof outcomeOf>) => textOf(await outcomeOf(...given))

describe('plain texts', () => {
  test('KB-07 a text is read by paragraphs', async () => {
    const bytes = Buffer.from('One\nstill one\r\n\r\n  \nTwo')
    expect(await blocksOf(bytes, 'txt')).toEqual([
      { kind: 'paragraph', text: 'One\nstill one', place: {} },
      { kind: 'paragraph', text: 'Two', place: {} },
    ])
  })

  test.each([
    ['UTF-8 with a mark', '\ufeffnaïve', 'utf8'],
    ['UTF-16', '\ufeffПривет', 'utf16le'],
  ] as const)('KB-07 %s is read', async (_name, text, encoding) => {
    expect(await said(Buffer.from(text, encoding), 'txt')).toBe(text.slice(1))
  })

  test.each([
    ['windows-1252', 'Les élèves français ont réussi où d’autres ont échoué'],
    ['windows-1251', 'привет, мир'],
    ['windows-1256', 'مرحبا بالعالم'],
    ['gb18030', '我们的问题是什么时候开始'],
    ['shift_jis', 'これはテストです'],
    ['koi8-r', 'однажды вечером'],
  ])('KB-07 an old text in %s is decoded correctly', async (encoding, text) => {
    expect(await said(encoded(text, encoding), 'txt')).toBe(text)
  })

  test('KB-07 a line without an end is split without loss', async () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `word${index}`).join(' ')
    const blocks = await blocksOf(Buffer.from(text), 'txt')
    expect(Math.max(...blocks.map((block) => block.text.length))).toBeLessThanOrEqual(16_000)
    expect(blocks.map((block) => block.text).join(' ')).toBe(text)
  })
})

/** Bytes of an encoding that can only be decoded here: each byte, or pair of them, is tried once. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let first = 255; first >= 0; first -= 1) {
    for (let second = 0x40; second < 255; second += 1)
      bytesOf.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
    bytesOf.set(decoder.decode(Uint8Array.of(first)), [first])
  }
  return Buffer.from([...text].flatMap((letter) => bytesOf.get(letter) ?? []))
}

describe('CSV tables', () => {
  test('KB-07 rows are numbered as people count; cells may contain quotes, line ends and delimiters', async () => {
    const csv = 'Name;Remark\r\n"Müller; Anna";"said ""yes""\nand left"\r\n\r\nLi;\n'
    expect(await blocksOf(Buffer.from(csv), 'csv')).toEqual([
      { kind: 'row', text: 'Name | Remark', place: { row: 1 }, isHeader: true },
      { kind: 'row', text: 'Müller; Anna | said "yes" and left', place: { row: 2 } },
      { kind: 'row', text: 'Li', place: { row: 4 } },
    ])
  })

  test.each([
    ['a,b,c\n1,2,3', 'a | b | c\n1 | 2 | 3'],
    ['a\tb\n"x, y"\tz', 'a | b\nx, y | z'],
    ['a,b\n,\n,c', 'a | b\n | c'],
    ['"a ""b"""', 'a "b"'],
  ])('KB-07 %j is split into its cells', async (csv, text) => {
    expect(await said(Buffer.from(csv), 'csv')).toBe(text)
  })

  test('KB-07 a sheet shows dates, shares and sums as people read them, with its name and rows', async () => {
    const cell = (name: string, style: number, value: number) =>
      `<c r="${name}" s="${style}"><v>${value}</v></c>`
    const text = (name: string, value: string) => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`
    const workbook = await zipOf({
      '_rels/.rels': relationsPart(['r1', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Costs" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationsPart(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'styles', 'styles.xml'],
      ),
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="2">${text('A2', 'Day')}${text('C2', 'Share')}</row><row r="5">${cell('A5', 1, 45_000)}${cell('B5', 2, 45_000.5)}${cell('C5', 3, 0.125)}${cell('D5', 0, 0.1 + 0.2)}${cell('E5', 4, 12)}</row></sheetData></worksheet>`,
    })
    expect(await blocksOf(workbook, 'xlsx')).toEqual([
      { kind: 'heading', level: 1, text: 'Costs', place: { sheet: 'Costs' } },
      { kind: 'row', text: 'Day |  | Share', place: { sheet: 'Costs', row: 2 }, isHeader: true },
      {
        kind: 'row',
        text: '2023-03-15 | 2023-03-15 12:00 | 12.5% | 0.3 | 12',
        place: { sheet: 'Costs', row: 5 },
      },
    ])
  })
})

describe('word processor documents', () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const paragraph = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`

  test('KB-07 headings, lists, tables and notes of Word are recognized; deleted text is left out', async () => {
    const bytes = await docxOf(
      [
        paragraph('Rules', '<w:pStyle w:val="Ueberschrift1"/>'),
        paragraph('First', '<w:numPr/>'),
        `<w:p>${run('Kept')}<w:del>${run(' gone')}</w:del><w:ins>${run(' added')}</w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
        `<w:tbl><w:tr><w:tc>${paragraph('A')}</w:tc><w:tc>${paragraph('B')}</w:tc></w:tr><w:tr><w:tc>${paragraph('1')}</w:tc><w:tc>${paragraph('2')}</w:tc></w:tr></w:tbl>`,
        `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      ].join(''),
      {
        'word/_rels/document.xml.rels': relationsPart(
          ['r1', 'styles', 'styles.xml'],
          ['r2', 'footnotes', 'footnotes.xml'],
          ['r3', 'header', 'header1.xml'],
        ),
        'word/styles.xml':
          '<w:styles><w:style w:type="paragraph" w:styleId="Ueberschrift1"><w:name w:val="heading 2"/></w:style></w:styles>',
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${paragraph('See above')}</w:footnote></w:footnotes>`,
        'word/header1.xml': `<w:hdr>${paragraph('Confidential')}</w:hdr>`,
      },
    )
    expect((await blocksOf(bytes, 'docx')).map((block) => ({ ...block, place: undefined }))).toEqual([
      { kind: 'heading', level: 2, text: 'Rules' },
      { kind: 'paragraph', text: '• First' },
      { kind: 'paragraph', text: 'Kept added' },
      { kind: 'paragraph', text: 'See above' },
      { kind: 'row', text: 'A | B', isHeader: true },
      { kind: 'row', text: '1 | 2' },
      { kind: 'paragraph', text: 'Boxed' },
      { kind: 'paragraph', text: 'Confidential' },
    ])
  })

  test('KB-07 headings, spaces and notes of OpenDocument are recognized', async () => {
    const content =
      '<office:document-content><office:body><office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Rules</text:h><text:p>One<text:s text:c="2"/>two<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See above</text:p></text:note-body></text:note>\n  three</text:p></office:text></office:body></office:document-content>'
    const blocks = await blocksOf(await zipOf({ 'content.xml': content }), 'odt')
    expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ['heading', 2, 'Rules'],
      ['paragraph', undefined, 'One  two three'],
      ['paragraph', undefined, 'See above'],
    ])
  })
})

test('KB-07 slides are read in presentation order, each with its title first and its notes last', async () => {
  const shape = (text: string, kind = '') =>
    `<p:sp><p:nvPr>${kind && `<p:ph type="${kind}"/>`}</p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const slide = (...shapes: string[]) => `<p:sld>${shapes.join('')}</p:sld>`
  const bytes = await zipOf({
    '_rels/.rels': relationsPart(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsPart(
      ['r1', 'slide', 'slides/slide1.xml'],
      ['r2', 'slide', 'slides/slide2.xml'],
    ),
    'ppt/slides/slide1.xml': slide(shape('Last words')),
    'ppt/slides/slide2.xml': slide(shape('Body'), shape('Title', 'title'), shape('7', 'sldNum')),
    'ppt/slides/_rels/slide2.xml.rels': relationsPart(['r1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': slide(shape('Say hello', 'body')),
  })
  const { blocks, total, done } = await outcomeOf(bytes, 'pptx')
  expect([total, done]).toEqual([2, 2])
  expect(blocks.map(({ kind, text, place }) => [kind, text, place.slide])).toEqual([
    ['heading', 'Title', 1],
    ['paragraph', 'Body', 1],
    ['paragraph', 'Say hello', 1],
    ['paragraph', 'Last words', 2],
  ])
})
