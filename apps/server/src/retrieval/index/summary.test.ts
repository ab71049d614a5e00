import { expect, test } from 'vitest'
import type { Block } from '@atrium/documents'
import { createSummary } from './summary.ts'

function summaryOf(name: string, blocks: Block[]): string {
  const summary = createSummary(name)
  for (const block of blocks) summary.add(block)
  return summary.text()
}

test('KB-06 a summary has the length, the structure and the beginning of a document', () => {
  expect(
    summaryOf('Guide.pdf', [
      { kind: 'heading', text: 'Travel', level: 1, place: { page: 1 } },
      { kind: 'paragraph', text: 'How we travel.', place: { page: 1 } },
      { kind: 'heading', text: 'By train', level: 2, place: { page: 2 } },
      { kind: 'paragraph', text: 'Book early.', place: { page: 12 } },
    ]),
  ).toBe(
    'File: Guide.pdf\nPages: 12\nOutline:\n- Travel\n  - By train\nBeginning:\nHow we travel.\nBook early.',
  )
})

test('KB-06 a summary of sheets has their names, rows and columns', () => {
  const row = (sheet: string, text: string, number: number): Block => ({
    kind: 'row',
    text,
    place: { sheet, row: number },
    ...(number === 1 && { isHeader: true as const }),
  })
  expect(
    summaryOf('Prices.xlsx', [
      row('2027', 'Name | Price', 1),
      row('2027', 'Tea | 4', 2),
      row('2028', 'Wine | 9', 2),
    ]),
  ).toMatch(
    /^File: Prices.xlsx\nSheet 2027: 1 rows; columns: Name \| Price\nSheet 2028: 1 rows\nBeginning:\nName/,
  )
})

test('KB-06 a summary of rows without a sheet calls them a table', () => {
  const block: Block = { kind: 'row', text: 'Tea | 4', place: { row: 2 } }
  expect(summaryOf('Prices.csv', [block, block])).toBe(
    'File: Prices.csv\nTable: 2 rows\nBeginning:\nTea | 4\nTea | 4',
  )
})

test('KB-06 a summary has at most 4,000 characters for any file', () => {
  const blocks = Array.from({ length: 5000 }, (_, at): Block[] => [
    { kind: 'heading', text: `${at} ${'h'.repeat(300)}`, level: (at % 9) + 1, place: { slide: at } },
    { kind: 'paragraph', text: '👩‍👩‍👧'.repeat(1000), place: { slide: at } },
    { kind: 'row', text: 'x'.repeat(3000), place: { sheet: `${at}${'s'.repeat(100)}`, row: 2 } },
  ]).flat()
  const text = summaryOf(`${'n'.repeat(250)}.pptx`, blocks)
  expect(text.length).toBeLessThanOrEqual(4000)
  expect(text.isWellFormed()).toBe(true)
  expect(text).toContain('Slides: 4999')
  expect(text).toContain('more sheets')
})
