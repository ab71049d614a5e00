import { expect, test } from 'vitest'
import { docxOf, outcomeOf, relationsPart, textOf, zipOf } from './testing/documents-for-tests.ts'
import { pdfWith } from './testing/pdf-for-tests.ts'

const heading = (text: string) =>
  `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A presentation of one slide that has a title alone. */
const titleAlone = () =>
  zipOf({
    '_rels/.rels': relationsPart(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsPart(['r1', 'slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml':
      '<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>Welcome</a:t></a:r></a:p></p:txBody></p:sp></p:sld>',
  })

test.each([
  ['a line feed', '\n'],
  ['line ends of a mail', '\r\n\r\n'],
  ['zero bytes to the end of a block', '\0'.repeat(5_000)],
])('KB-07 %s after the end of an office document is ignored', async (_what, behind) => {
  const withTail = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(behind)])
  expect(textOf(await outcomeOf(withTail(await docxOf(heading('Rules'))), 'docx'))).toBe('Rules')
  expect(textOf(await outcomeOf(withTail(await titleAlone()), 'pptx'))).toBe('Welcome')
})

test('KB-07 documents with only headings and slides with only titles have text; a workbook of empty sheets has none', async () => {
  expect(await outcomeOf(await docxOf(heading('Plan') + heading('Budget')), 'docx')).toMatchObject({
    problem: null,
    blocks: [{ text: 'Plan' }, { text: 'Budget' }],
  })
  expect(await outcomeOf(await titleAlone(), 'pptx')).toMatchObject({ problem: null })
  const workbook = await zipOf({
    '_rels/.rels': relationsPart(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsPart(['r1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
  })
  expect((await outcomeOf(workbook, 'xlsx')).problem).toBe('EMPTY')
})

/** A font that maps its codes to these texts. */
const arabicFont = (texts: Record<string, string>) => {
  const hex = (text: string) =>
    [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const chars = Object.entries(texts).map(([code, text]) => `<${code}> <${hex(text)}>`)
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <00><ff> endcodespacerange ${chars.length} beginbfchar ${chars.join('\n')} endbfchar endcmap end end`
}

test.each([
  ['a ligature in a word', '<414243> Tj', 'سلام'],
  ['a ligature by itself', '<42> Tj', 'لا'],
  ['a ligature of three letters', '<48> Tj', 'لله'],
  ['shapes shown one by one', '<41> Tj <42> Tj <43> Tj', 'سلام'],
  ['letters by themselves', '<41464543> Tj', 'سلام'],
  ['a shape of the code chart', '<414443> Tj', 'سلام'],
  ['a ligature that the font has turned around', '<414943> Tj', 'سلام'],
])('KB-07 Arabic in visual order is read in logical order: %s', async (_what, shown, expected) => {
  const toUnicode = arabicFont({
    41: 'م',
    42: 'لا',
    43: 'س',
    44: 'ﻻ',
    45: 'ل',
    46: 'ا',
    48: 'لله',
    49: 'ال',
  })
  const bytes = pdfWith(`BT /F1 12 Tf 72 700 Td ${shown} ET`, { toUnicode })
  expect(textOf(await outcomeOf(bytes, 'pdf'))).toBe(expected)
})

test('KB-07 an XFA form is distinguished from a document; an XFA form with its own pages is read', async () => {
  const xfa = (fields: string) => `/AcroForm << /XFA [(template) 6 0 R] /Fields [${fields}] >>`
  const toUnicode = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>'
  const page = (text: string) => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`
  const field = '<< /T (a) /FT /Tx /Rect [0 0 9 9] /Subtype /Widget /Type /Annot >>'
  const outcome = (text: string, fields: string) =>
    outcomeOf(pdfWith(page(text), { toUnicode, catalog: xfa(fields) }), 'pdf')
  expect((await outcome('Some text.', '')).problem).toBe('XFA_FORM')
  expect((await outcome('Please wait... If this message stays, get Adobe Reader.', field)).problem).toBe(
    'XFA_FORM',
  )
  expect(textOf(await outcome('Claim for travel costs', field))).toBe('Claim for travel costs')
})
