import type { OpenedPassage, Source } from '@atrium/contract'
import { isCited } from './reading.ts'

type SheetRow = { key: string; number: number; cells: string[]; isCited: boolean }
/** Rows of one sheet that stand one after the other; `name` is empty for a file that has but one. */
export type Sheet = { key: string; name: string; header: string[]; rows: SheetRow[] }

const cellsOf = (line: string): string[] => line.split(' | ')

/** The sheets of passages: each has the heading row of its sheet above its own rows, the first of which its place names. */
export function sheetsOf(passages: readonly OpenedPassage[], source: Source | null): Sheet[] {
  const sheets: Sheet[] = []
  for (const { text, place, position } of passages) {
    const name = place.sheet ?? ''
    const [header = '', ...lines] = text.split('\n')
    const last = sheets.at(-1)
    const sheet = last?.name === name ? last : { key: `${position}`, name, header: cellsOf(header), rows: [] }
    if (sheet !== last) sheets.push(sheet)
    const first = Math.max(place.row ?? 1, 2)
    for (const [index, line] of lines.entries())
      sheet.rows.push({
        key: `${position} ${index}`,
        number: first + index,
        cells: cellsOf(line),
        isCited: isCited(source, position),
      })
  }
  return sheets
}
