import type { Block } from '../documents/index.ts'
import { cleanText } from './clean-text.ts'
import { cutText } from './cut-text.ts'

/** In UTF-16 units. */
const mostInAll = 4000
const mostOfHeading = 120
const mostOfOutline = 1800
const mostOfBeginning = 1200
const mostSheets = 20
const mostOfHeader = 200

export type Summary = {
  add(block: Block): void
  text(): string
}

type Sheet = { rows: number; columns: string }

/** Gathers what a file is about while it is read, without a model: its name, how long it is, its outline, how it begins. */
export function createSummary(name: string): Summary {
  const outline: string[] = []
  const sheets = new Map<string, Sheet>()
  let [outlineLength, beginning, pages, slides] = [0, '', 0, 0]

  function addHeading(text: string, level: number): void {
    const line = `${'  '.repeat(Math.min(5, level - 1))}- ${shortened(text, mostOfHeading)}`
    if (outlineLength + line.length > mostOfOutline) return
    outline.push(line)
    outlineLength += line.length + 1
  }
  function addRow(sheet: string, text: string, isHeader: boolean): void {
    const known = sheets.get(sheet) ?? { rows: 0, columns: '' }
    sheets.set(sheet, {
      rows: known.rows + (isHeader ? 0 : 1),
      columns: isHeader ? shortened(text, mostOfHeader) : known.columns,
    })
  }
  return {
    add({ kind, level, text, place, isHeader }) {
      pages = Math.max(pages, place.page ?? 0)
      slides = Math.max(slides, place.slide ?? 0)
      if (kind === 'heading') addHeading(text, level ?? 1)
      if (kind === 'row' && place.row !== undefined) addRow(place.sheet ?? '', text, isHeader === true)
      if (kind !== 'heading' && beginning.length < mostOfBeginning) beginning += `${text}\n`
    },
    text: () =>
      shortened(
        cleanText(
          [
            `File: ${name}`,
            ...(pages > 0 ? [`Pages: ${pages}`] : []),
            ...(slides > 0 ? [`Slides: ${slides}`] : []),
            ...sheetLines(sheets),
            ...(outline.length > 0 ? ['Outline:', ...outline] : []),
            'Beginning:',
            cutText(beginning, mostOfBeginning, mostOfBeginning)[0] ?? '',
          ].join('\n'),
        ),
        mostInAll,
      ),
  }
}

const sheetLines = (sheets: ReadonlyMap<string, Sheet>): string[] => [
  ...[...sheets]
    .slice(0, mostSheets)
    .map(
      ([name, { rows, columns }]) =>
        `${name ? `Sheet ${name}` : 'Table'}: ${rows} rows${columns ? `; columns: ${columns}` : ''}`,
    ),
  ...(sheets.size > mostSheets ? [`and ${sheets.size - mostSheets} more sheets`] : []),
]

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
