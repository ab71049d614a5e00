import type { Block } from '@atrium/documents'
import { cleanText } from './clean-text.ts'
import { cutText } from './cut-text.ts'

/** In UTF-16 units. */
const maxSummaryCharacters = 4000
const maxHeadingCharacters = 120
const maxOutlineCharacters = 1800
const maxBeginningCharacters = 1200
const maxSheets = 20
const maxHeaderCharacters = 200

export type Summary = {
  add(block: Block): void
  text(): string
}

type Sheet = { rows: number; columns: string }

/** Builds a file's summary during reading, without a model: its name, length, outline and beginning. */
export function createSummary(name: string): Summary {
  const outline: string[] = []
  const sheets = new Map<string, Sheet>()
  let [outlineLength, beginning, pages, slides] = [0, '', 0, 0]

  function addHeading(text: string, level: number): void {
    const line = `${'  '.repeat(Math.min(5, level - 1))}- ${shortened(text, maxHeadingCharacters)}`
    if (outlineLength + line.length > maxOutlineCharacters) return
    outline.push(line)
    outlineLength += line.length + 1
  }
  function addRow(sheet: string, text: string, isHeader: boolean): void {
    const known = sheets.get(sheet) ?? { rows: 0, columns: '' }
    sheets.set(sheet, {
      rows: known.rows + (isHeader ? 0 : 1),
      columns: isHeader ? shortened(text, maxHeaderCharacters) : known.columns,
    })
  }
  return {
    add({ kind, level, text, place, isHeader }) {
      pages = Math.max(pages, place.page ?? 0)
      slides = Math.max(slides, place.slide ?? 0)
      if (kind === 'heading') addHeading(text, level ?? 1)
      if (kind === 'row' && place.row !== undefined) addRow(place.sheet ?? '', text, isHeader === true)
      if (kind !== 'heading' && beginning.length < maxBeginningCharacters) beginning += `${text}\n`
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
            cutText(beginning, maxBeginningCharacters, maxBeginningCharacters)[0] ?? '',
          ].join('\n'),
        ),
        maxSummaryCharacters,
      ),
  }
}

const sheetLines = (sheets: ReadonlyMap<string, Sheet>): string[] => [
  ...[...sheets]
    .slice(0, maxSheets)
    .map(
      ([name, { rows, columns }]) =>
        `${name ? `Sheet ${name}` : 'Table'}: ${rows} rows${columns ? `; columns: ${columns}` : ''}`,
    ),
  ...(sheets.size > maxSheets ? [`and ${sheets.size - maxSheets} more sheets`] : []),
]

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
