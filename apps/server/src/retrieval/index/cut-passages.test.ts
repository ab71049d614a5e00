import { expect, test } from 'vitest'
import type { Block } from '@atrium/documents'
import { cutPassages, type Piece } from './cut-passages.ts'
import { cutText } from './cut-text.ts'

async function cut(blocks: Block[]): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const piece of cutPassages(blocks)) pieces.push(piece)
  return pieces
}
const paragraph = (text: string, place: Block['place'] = {}): Block => ({ kind: 'paragraph', text, place })
const heading = (text: string, level: number, place: Block['place'] = {}): Block => ({
  kind: 'heading',
  text,
  level,
  place,
})
const row = (text: string, number: number, sheet = 'Prices'): Block => ({
  kind: 'row',
  text,
  place: { sheet, row: number },
  ...(number === 1 && { isHeader: true as const }),
})
const words = (text: string) => text.replaceAll(/\s+/g, '')

test('KB-06 a heading starts a passage and is the heading of those below it', async () => {
  expect(
    await cut([
      paragraph('Before all.'),
      heading('Travel', 1),
      heading('By train', 2),
      paragraph('Book early.'),
      heading('By air', 2),
      paragraph('Book late.'),
      heading('Food', 1),
      paragraph('Eat.'),
    ]),
  ).toEqual([
    { text: 'Before all.', place: {} },
    { text: 'Travel\n\nBy train\n\nBook early.', place: { headings: ['Travel', 'By train'] } },
    { text: 'By air\n\nBook late.', place: { headings: ['Travel', 'By air'] } },
    { text: 'Food\n\nEat.', place: { headings: ['Food'] } },
  ])
})

test('KB-06 a passage is on one page or slide, and has its number', async () => {
  const pieces = await cut([
    paragraph('One.', { page: 1 }),
    paragraph('Two.', { page: 1 }),
    paragraph('Three.', { page: 2 }),
    paragraph('Four.', { slide: 1 }),
  ])
  expect(pieces).toEqual([
    { text: 'One.\n\nTwo.', place: { page: 1 } },
    { text: 'Three.', place: { page: 2 } },
    { text: 'Four.', place: { slide: 1 } },
  ])
})

test('KB-06 paragraphs stay whole and are joined up to about 1,200 characters', async () => {
  const text = `${'word '.repeat(79)}word.`
  const lengths = (await cut(Array.from({ length: 7 }, () => paragraph(text)))).map(
    (piece) => piece.text.length,
  )
  expect(lengths).toEqual([802, 802, 802, 400])
  const long = `${'word '.repeat(360)}end.`
  expect((await cut([paragraph(long)])).map((piece) => piece.text)).toEqual([long])
})

test.each([
  ['English', `${'A word or two of it. '.repeat(300)}`, /[.]$/],
  ['French', `${'Où est-il ? Il est là… « Ici. » '.repeat(150)}`, /[?….»]$/],
  ['Vietnamese', `${'Thời tiết ở Hà Nội thế nào? Trời đẹp! '.repeat(120)}`, /[?!]$/],
  ['Chinese', `${'明天的天气怎么样？我想去北京。'.repeat(300)}`, /[？。]$/],
  ['Arabic', `${'كيف حالك اليوم؟ أنا بخير. '.repeat(200)}`, /[؟.]$/],
])('KB-06 a long paragraph in %s is cut at ends of sentences, without losing text', async (_, text, end) => {
  const pieces = (await cut([paragraph(text)])).map((piece) => piece.text)
  expect(pieces.length).toBeGreaterThan(1)
  for (const piece of pieces) {
    expect(piece).toMatch(end)
    expect(piece.length).toBeLessThanOrEqual(2000)
    expect(piece.length).toBeGreaterThan(300)
  }
  expect(words(pieces.join(''))).toBe(words(text))
})

test('KB-06 each line of a passage is a row of its sheet, including empty ones; a passage ends before many empty rows', async () => {
  const rows = [
    row('Name | Price', 1),
    row('Tea | 2', 4),
    row('Coffee | 3', 5),
    row('Cocoa | 4', 8),
    row('Mate | 5', 20),
  ]
  expect(await cut(rows)).toEqual([
    { text: 'Name | Price\nTea | 2\nCoffee | 3\n\n\nCocoa | 4', place: { sheet: 'Prices', row: 4 } },
    { text: 'Name | Price\nMate | 5', place: { sheet: 'Prices', row: 20 } },
  ])
})

test('KB-06 each passage of rows begins with the heading row of its sheet', async () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(`Item ${index + 2} | ${'x'.repeat(40)}`, index + 2),
  )
  const pieces = await cut([
    row('Name | Price', 1),
    ...rows,
    row('City | Country', 1, 'Places'),
    row('Paris | France', 2, 'Places'),
    row('Alone', 1, 'Empty'),
  ])
  const ofPrices = pieces.filter(({ place }) => place.sheet === 'Prices')
  expect(ofPrices.length).toBeGreaterThan(1)
  for (const { text, place } of ofPrices) {
    expect(text.split('\n')[0]).toBe('Name | Price')
    expect(text.split('\n')[1]).toMatch(`Item ${place.row} |`)
    expect(text.length).toBeLessThanOrEqual(2000)
  }
  expect(ofPrices.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(rows.map(({ text }) => text))
  expect(pieces.slice(ofPrices.length)).toEqual([
    { text: 'City | Country\nParis | France', place: { sheet: 'Places', row: 2 } },
    { text: 'Alone', place: { sheet: 'Empty', row: 1 } },
  ])
})

test('KB-06 for any file, passages have at most 2,000 characters, cut no character and cover all text', async () => {
  const astral = '👩‍👩‍👧'.repeat(2000)
  const pieces = await cut([
    heading('h'.repeat(5000), 1),
    heading('i'.repeat(900), 2),
    paragraph('x'.repeat(5000)),
    paragraph(astral),
    row('y'.repeat(9000), 1),
    row('z'.repeat(9000), 2),
    paragraph('zero\0byte and half \ud83d of it'),
    paragraph('  \n \0'),
  ])
  for (const { text } of pieces) {
    expect(text.length).toBeLessThanOrEqual(2000)
    expect(text).not.toBe('')
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
  }
  const all = pieces.map(({ text }) => words(text)).join('')
  for (const [letter, count] of [
    ['h', 5000],
    ['i', 900],
    ['x', 5000],
    ['z', 9000],
  ] as const)
    expect(all.replaceAll(new RegExp(`zerobyte.*|[^${letter}]`, 'gu'), '').length).toBe(count)
  expect(all.match(/y/g)?.length).toBeGreaterThanOrEqual(9000)
  expect(all).toContain(astral.slice(0, 30))
})

test('KB-06 a text without sentences is cut between words, one without words at the limit', () => {
  expect(cutText('aaaa bbbb cccc', 6, 9)).toEqual(['aaaa', 'bbbb cccc'])
  expect(cutText('abcdefghij', 3, 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(cutText('One. Two. Three. Four.', 10, 12)).toEqual(['One. Two.', 'Three. Four.'])
  expect(cutText('  ', 10, 12)).toEqual([])
})
