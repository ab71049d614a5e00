import { expect, test } from 'vitest'
import { blocksOf } from './text-blocks.ts'

const of = (text: string, headings?: string[]) => blocksOf({ text, place: headings ? { headings } : {} })
const paragraph = (text: string) => ({ kind: 'paragraph', text })

test('KB-06 a fetched page is headings, paragraphs, lists and tables', () => {
  expect(
    of(
      '# Tea\n\nGreen and black.\n\n## Kinds #\n\n- green\n- black\n  and strong\n\nKind | Minutes\n\ngreen | 2\n\nblack | 4',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'Tea' },
    paragraph('Green and black.'),
    { kind: 'heading', level: 2, text: 'Kinds' },
    {
      kind: 'list',
      isOrdered: false,
      start: 1,
      items: [
        { text: 'green', depth: 0 },
        { text: 'black\nand strong', depth: 0 },
      ],
    },
    {
      kind: 'table',
      rows: [
        ['Kind', 'Minutes'],
        ['green', '2'],
        ['black', '4'],
      ],
      hasHeader: false,
    },
  ])
})

test("KB-06 a document's own headings are shown if the passage begins with them", () => {
  expect(of('Bridges\n\nStone\n\nOld.\n\nStone', ['Bridges', 'Stone'])).toEqual([
    { kind: 'heading', level: 1, text: 'Bridges' },
    { kind: 'heading', level: 2, text: 'Stone' },
    paragraph('Old.'),
    paragraph('Stone'),
  ])
})

test('KB-06 tables of documents have a heading row, Markdown ones behind their rule too', () => {
  expect(of('Kind | Minutes\ngreen | 2')).toEqual([
    {
      kind: 'table',
      rows: [
        ['Kind', 'Minutes'],
        ['green', '2'],
      ],
      hasHeader: true,
    },
  ])
  expect(of('| Kind | Minutes |\n|---|:---:|\n| green | 2 |')).toEqual(of('Kind | Minutes\ngreen | 2'))
})

test('KB-06 numbered lists keep their numbers and depths, a line before a list is a paragraph', () => {
  expect(of('To do:\n3. boil\n4. pour\n  a cup')).toEqual([
    paragraph('To do:'),
    {
      kind: 'list',
      isOrdered: true,
      start: 3,
      items: [
        { text: 'boil', depth: 0 },
        { text: 'pour\na cup', depth: 0 },
      ],
    },
  ])
  expect(of('- a\n  - b')).toMatchObject([{ items: [{ depth: 0 }, { depth: 1 }] }])
})

test('KB-06 programs, poems and rows of marks stay as they are written', () => {
  expect(of('if tea:\n    drink()\n    smile()')).toEqual([
    { kind: 'code', text: 'if tea:\n    drink()\n    smile()' },
  ])
  expect(of('```sh\nls\n```')).toEqual([{ kind: 'code', text: 'ls' }])
  expect(of('# port\n# host\nvalue')).toEqual([paragraph('# port\n# host\nvalue')])
  expect(of('Roses are red,\nviolets are blue.')).toEqual([paragraph('Roses are red,\nviolets are blue.')])
  expect(of('#hashtag')).toEqual([paragraph('#hashtag')])
  expect(of('<script>alert(1)</script>')).toEqual([paragraph('<script>alert(1)</script>')])
  expect(of('--- | ---')).toMatchObject([{ kind: 'table' }])
})
